import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { appCodeSchema, recoveryCodeSchema } from '#domain/factor-codes.ts'
import type { identityProofMachine, ProofMethod } from '#machines/session/identity-proof.machine.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { IconKey } from '#ui/icons/key.ts'
import { PasswordField } from '#ui/password-field/password-field.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

type IdentityProofActor = ActorRefFrom<typeof identityProofMachine>

const CHOICES: Readonly<Record<ProofMethod, string>> = {
  passkey: 'Use a passkey',
  code: 'Use your authenticator app',
  recovery: 'Use a recovery code',
  password: 'Use your password',
}

const ENTRIES = {
  code: {
    Field: TextInput,
    label: 'Code',
    description: 'The 6-digit code that your authenticator app shows.',
    schema: z.object({ entry: appCodeSchema }),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    Field: TextInput,
    label: 'Recovery code',
    description: 'One of the codes that you saved. Each works once.',
    schema: z.object({ entry: recoveryCodeSchema }),
    input: { autoComplete: 'off', autoCapitalize: 'characters' },
  },
  password: {
    Field: PasswordField,
    label: 'Password',
    description: undefined,
    schema: z.object({ entry: z.string().min(1, 'Password is required') }),
    input: { autoComplete: 'current-password' },
  },
} as const

interface EntryProps {
  readonly actor: IdentityProofActor
  readonly method: keyof typeof ENTRIES
}

const EntryForm = ({ actor, method }: EntryProps) => {
  const { Field, label, description, schema, input } = ENTRIES[method]
  const refusal = useSelector(actor, ({ context }) => context.refusal)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const form = useForm({
    initialValues: { entry: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: () => actor.send({ type: 'entry.edit' }),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => actor.send({ type: 'entry.submit', ...schema.parse(values) }), onInvalid)}
    >
      <Stack gap="sm">
        <Field
          label={label}
          description={description}
          autoFocus
          data-autofocus
          {...input}
          {...form.getInputProps('entry')}
          error={form.errors.entry ?? refusal}
        />
        <SteadyButton type="submit" fullWidth mt="xs" isBusy={isBusy}>
          Continue
        </SteadyButton>
      </Stack>
    </form>
  )
}

const PasskeyStep = ({ actor }: { readonly actor: IdentityProofActor }) => {
  const refusal = useSelector(actor, ({ context }) => context.refusal)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Stack gap="sm">
      {refusal !== null && (
        <Alert role="alert" color="red">
          {refusal}
        </Alert>
      )}
      <SteadyButton
        fullWidth
        autoFocus
        data-autofocus
        isBusy={isBusy}
        leftSection={<IconKey size={18} aria-hidden />}
        onClick={() => actor.send({ type: 'passkey.use' })}
      >
        Use passkey
      </SteadyButton>
    </Stack>
  )
}

interface Props {
  readonly actor: IdentityProofActor
  /** 'Cancel', or where the user goes. */
  readonly cancelLabel: string
}

/** A passkey, a code or the password, whichever the user chooses of what they have. */
export const IdentityProofForm = ({ actor, cancelLabel }: Props) => {
  const method = useSelector(actor, ({ context }) => context.method)
  const methods = useSelector(actor, ({ context }) => context.request.methods)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <>
      {method === 'passkey' ? <PasskeyStep actor={actor} /> : <EntryForm key={method} actor={actor} method={method} />}
      <Stack gap="xs" mt="lg" align="flex-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor
              key={other}
              component="button"
              type="button"
              size="sm"
              disabled={isBusy}
              onClick={() => actor.send({ type: 'method.choose', method: other })}
            >
              {CHOICES[other]}
            </Anchor>
          ))}
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => actor.send({ type: 'proof.cancel' })}>
          {cancelLabel}
        </Button>
      </Stack>
    </>
  )
}
