import { Center, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { addAuthenticatorApp, beginAuthenticatorApp } from '#contract/second-factor.ts'
import { appCodeSchema } from '#domain/factor-codes.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import { RecordDialog } from '#screens/form/record-dialog.tsx'
import { CopyButton } from '#ui/copy-button/copy-button.tsx'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { OneFieldForm } from './one-field-form.tsx'

const QrCode = lazyPart(async () => (await import('#ui/qr-code/qr-code.tsx')).QrCode)

type Setup = DataOf<typeof beginAuthenticatorApp>

/** Recovery codes that came with it. */
type Outcome = readonly string[] | null

export type AppForm = ActorRefFrom<RecordFormMachine<null, Setup, string, Outcome>>

export const appCalls: RecordCalls<null, Setup, string, Outcome> = {
  read: callOf(beginAuthenticatorApp, () => ({})),
  save: callOf(
    addAuthenticatorApp,
    ({ stored: { setup }, values: code }) => ({ body: { setup, code } }),
    ({ recoveryCodes }) => recoveryCodes,
  ),
}

/** In groups of four, as people read it. */
const shownKey = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

interface FieldsProps {
  readonly actor: AppForm
  readonly stored: Setup
  readonly isBusy: boolean
}

const AppFields = ({ actor, stored: { key, uri }, isBusy }: FieldsProps) => (
  <OneFieldForm
    actor={actor}
    name="code"
    initial=""
    schema={appCodeSchema}
    isBusy={isBusy}
    saveLabel="Add app"
    label="Code"
    description="The 6-digit code that the app shows."
    inputMode="numeric"
    autoComplete="one-time-code"
    autoFocus
  >
    <Stack gap="sm" mb="sm">
      <Text size="sm">
        Scan this QR code with an authenticator app on your phone, such as Google Authenticator or Microsoft
        Authenticator.
      </Text>
      <Center>
        <Suspense fallback={<Skeleton width={200} height={200} />}>
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Suspense>
      </Center>
      <Text size="sm">If you can't scan it, enter this key in the app:</Text>
      <Group gap="xs" justify="space-between">
        <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {shownKey(key)}
        </Code>
        <CopyButton value={key} label="Copy key" />
      </Group>
    </Stack>
  </OneFieldForm>
)

export const AuthenticatorAppDialog = ({ form }: { readonly form: AppForm }) => (
  <RecordDialog form={form} title="Set up an authenticator app">
    {(stored, isBusy) => <AppFields actor={form} stored={stored} isBusy={isBusy} />}
  </RecordDialog>
)
