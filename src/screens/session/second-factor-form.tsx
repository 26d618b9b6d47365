import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconKey } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { appCodeSchema, type FactorMethod, recoveryCodeSchema } from '#domain/second-factor.ts'
import type { secondFactorMachine } from '#machines/session/second-factor.machine.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

type SecondFactorActor = ActorRefFrom<typeof secondFactorMachine>

const CHOICES: Readonly<Record<FactorMethod, string>> = {
  passkey: 'Use a passkey',
  code: 'Use your authenticator app',
  recovery: 'Use a recovery code',
}

const CODES = {
  code: {
    label: 'Code',
    description: 'The 6 digits that your authenticator app shows.',
    schema: z.object({ code: appCodeSchema }),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of the codes that you saved. Each works once.',
    schema: z.object({ code: recoveryCodeSchema }),
    input: { autoComplete: 'off', autoCapitalize: 'characters' },
  },
} as const

interface CodeProps {
  readonly actor: SecondFactorActor
  readonly method: keyof typeof CODES
}

const CodeForm = ({ actor, method }: CodeProps) => {
  const { label, description, schema, input } = CODES[method]
  const refusal = useSelector(actor, ({ context }) => context.refusal)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: () => actor.send({ type: 'code.edit' }),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => actor.send({ type: 'code.submit', ...schema.parse(values) }), onInvalid)}
    >
      <Stack gap="sm">
        <TextInput
          label={label}
          description={description}
          autoFocus
          {...input}
          {...form.getInputProps('code')}
          error={form.errors.code ?? refusal}
        />
        <SteadyButton type="submit" fullWidth mt="xs" isBusy={isBusy}>
          Continue
        </SteadyButton>
      </Stack>
    </form>
  )
}

const PasskeyStep = ({ actor }: { readonly actor: SecondFactorActor }) => {
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
        isBusy={isBusy}
        leftSection={<IconKey size={18} aria-hidden />}
        onClick={() => actor.send({ type: 'passkey.use' })}
      >
        Use passkey
      </SteadyButton>
    </Stack>
  )
}

/** The second step of a sign-in. */
export const SecondFactorForm = ({ actor }: { readonly actor: SecondFactorActor }) => {
  const method = useSelector(actor, ({ context }) => context.method)
  const methods = useSelector(actor, ({ context }) => context.factor.methods)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <>
      <Title order={1}>One more step</Title>
      <Text c="dimmed" size="sm" mb="lg">
        Show that it is really you.
      </Text>
      {method === 'passkey' ? <PasskeyStep actor={actor} /> : <CodeForm key={method} actor={actor} method={method} />}
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
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => actor.send({ type: 'signIn.cancel' })}>
          Back to sign-in
        </Button>
      </Stack>
    </>
  )
}
