import { Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import { addPasskey, beginPasskey, renamePasskey } from '#contract/second-factor.ts'
import { passkeyNameSchema } from '#domain/factor-codes.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import { RecordDialog } from '#screens/form/record-dialog.tsx'
import type { PageApi } from '#screens/provided.tsx'
import { OneFieldForm } from './one-field-form.tsx'

interface NamedPasskey {
  readonly id: number
  readonly name: string
}

/** Null for a new passkey. */
type Subject = NamedPasskey | null

/** Recovery codes that came with it. */
type Outcome = readonly string[] | null

export type PasskeyForm = ActorRefFrom<RecordFormMachine<Subject, Subject, string, Outcome>>

const rename = callOf(renamePasskey, (body: NamedPasskey) => ({ body }))

/** To name a passkey: a new one, which the authenticator then makes, or one that is there. */
export const passkeyCalls = ({
  createPasskey,
}: Pick<PageApi, 'createPasskey'>): RecordCalls<Subject, Subject, string, Outcome> => ({
  read: { run: async (_, subject) => subject },
  save: {
    run: async (client, { subject, values: name }) => {
      if (subject) return rename.run(client, { id: subject.id, name })
      const response = await createPasskey(await client.call(beginPasskey))
      return (await client.call(addPasskey, { body: { name, response } })).recoveryCodes
    },
  },
})

interface FieldsProps {
  readonly actor: PasskeyForm
  readonly stored: Subject
  readonly isBusy: boolean
}

const PasskeyFields = ({ actor, stored, isBusy }: FieldsProps) => (
  <OneFieldForm
    actor={actor}
    name="name"
    initial={stored?.name ?? ''}
    schema={passkeyNameSchema}
    isBusy={isBusy}
    saveLabel={stored === null ? 'Continue' : 'Save'}
    label="Name"
    description="To tell your passkeys apart, such as “My laptop”."
  >
    {stored === null && (
      <Text size="sm" mb="sm">
        Sign in with your fingerprint, face, screen lock or security key. Your browser asks for it in the next step.
      </Text>
    )}
  </OneFieldForm>
)

export const PasskeyDialog = ({ form }: { readonly form: PasskeyForm }) => {
  const isNew = useSelector(form, ({ context }) => context.subject === null)
  return (
    <RecordDialog form={form} title={isNew ? 'Add a passkey' : 'Rename passkey'}>
      {(stored, isBusy) => <PasskeyFields actor={form} stored={stored} isBusy={isBusy} />}
    </RecordDialog>
  )
}
