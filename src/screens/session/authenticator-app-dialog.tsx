import { Center, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Suspense } from 'react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { callOf } from '#contract/call.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { addAuthenticatorApp, beginAuthenticatorApp } from '#contract/second-factor.ts'
import { appCodeSchema } from '#domain/factor-codes.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { CopyButton } from '#ui/copy-button/copy-button.tsx'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'

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

const schema = z.object({ code: appCodeSchema })

/** In groups of four, as people read it. */
const shownKey = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

interface FieldsProps {
  readonly actor: AppForm
  readonly stored: Setup
  readonly isBusy: boolean
}

const AppFields = ({ actor, stored: { key, uri }, isBusy }: FieldsProps) => {
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: false,
  })
  useRefusedFields(actor, form.setErrors)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => actor.send({ type: 'form.submit', values: schema.parse(values).code }),
        onInvalid,
      )}
    >
      <Stack gap="sm">
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
        <TextInput
          label="Code"
          description="The 6-digit code that the app shows."
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          autoFocus
          readOnly={isBusy}
          {...form.getInputProps('code')}
        />
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} saveLabel="Add app" />
    </form>
  )
}

export const AuthenticatorAppDialog = ({ form }: { readonly form: AppForm }) => (
  <RecordDialog form={form} title="Set up an authenticator app">
    {(stored, isBusy) => <AppFields actor={form} stored={stored} isBusy={isBusy} />}
  </RecordDialog>
)
