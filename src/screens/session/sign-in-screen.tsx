import { Alert, Anchor, Checkbox, Divider, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useWindowEvent } from '@mantine/hooks'
import { useSelector } from '@xstate/react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { PROVIDER_RETURN } from '#contract/login.ts'
import { type SignInForm, signInFormSchema } from '#domain/sign-in-form.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { useSignedOutMachine } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { hasPasskeys } from '#ui/has-passkeys.ts'
import { IconBrandGoogleFilled } from '#ui/icons/brand-google-filled.ts'
import { IconKey } from '#ui/icons/key.ts'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { PasswordField } from '#ui/password-field/password-field.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

const DeactivatedDialog = lazyPart(async () => (await import('./deactivated-dialog.tsx')).DeactivatedDialog)
const IdentityProofForm = lazyPart(async () => (await import('./identity-proof-form.tsx')).IdentityProofForm)
const ForgotPasswordDialog = lazyPart(async () => (await import('./forgot-password-dialog.tsx')).ForgotPasswordDialog)

/** The name of the identity provider, if the server has one; with Google, the button is the spec's 'Login with Google'. */
const provider = document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]')?.content ?? ''

export const SignInScreen = () => {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const hasReturned = search.get(PROVIDER_RETURN) === 'true'
  const signIn = useActorRef(useSignedOutMachine('signIn'), { input: { hasReturned } })
  const snapshot = useSelector(signIn, (current) => current)
  useEffect(() => {
    // A reload would ask again for a session that works once.
    if (hasReturned) navigate('/login', { replace: true })
  }, [hasReturned, navigate])
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) signIn.send({ type: 'page.restore' })
  })
  const [hasForgotten, setHasForgotten] = useState(search.get('forgotPassword') === 'true')
  const closeForgotten = useCallback(() => setHasForgotten(false), [])
  const form = useForm<SignInForm>({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '', rememberme: false },
    validate: schemaResolver(signInFormSchema, { sync: true }),
    validateInputOnBlur: false,
    onValuesChange: (values, previous) => {
      if (values.username !== previous.username) signIn.send({ type: 'field.edit', field: 'username' })
      if (values.password !== previous.password) signIn.send({ type: 'field.edit', field: 'password' })
    },
  })
  const { refusals, notice } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const { secondFactor } = snapshot.children
  if (secondFactor) {
    return (
      <Paper withBorder shadow="xs" p="xl" w="100%" maw={380}>
        <Title order={1}>One more step</Title>
        <Text c="dimmed" size="sm" mb="lg">
          Confirm that it's you.
        </Text>
        <Suspense>
          <IdentityProofForm actor={secondFactor} cancelLabel="Back to sign-in" />
        </Suspense>
      </Paper>
    )
  }
  /** Of a button whose work is done in the states. */
  const stateOf = (...states: ('submitting' | 'usingPasskey' | 'asking' | 'leaving' | 'finishing')[]) => {
    const isWorking = states.some((state) => snapshot.matches(state))
    return { isBusy: isWorking, disabled: isBusy && !isWorking }
  }
  return (
    <Paper withBorder shadow="xs" p="xl" w="100%" maw={380}>
      <Title order={1}>Sign in</Title>
      <Text c="dimmed" size="sm" mb="lg">
        Use your account's email address.
      </Text>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => signIn.send({ type: 'form.submit', form: signInFormSchema.parse(values) }),
          onInvalid,
        )}
      >
        <Stack gap="sm">
          {notice !== null && (
            <Alert role="alert" color="red">
              {notice}
            </Alert>
          )}
          <TextInput
            label="Username"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('username')}
            key={form.key('username')}
            error={form.errors.username ?? refusals.username}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
            error={form.errors.password ?? refusals.password}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox
              label="Keep me logged in"
              {...form.getInputProps('rememberme', { type: 'checkbox' })}
              key={form.key('rememberme')}
            />
            <Anchor component="button" type="button" size="sm" onClick={() => setHasForgotten(true)}>
              Forgot Password?
            </Anchor>
          </Group>
          <SteadyButton type="submit" fullWidth mt="xs" {...stateOf('submitting')}>
            Login
          </SteadyButton>
          {(provider !== '' || hasPasskeys()) && <Divider label="or" />}
          {provider !== '' && (
            <SteadyButton
              variant="default"
              fullWidth
              {...stateOf('asking', 'leaving', 'finishing')}
              leftSection={provider === 'Google' && <IconBrandGoogleFilled size={18} aria-hidden />}
              onClick={() => signIn.send({ type: 'provider.choose', isRememberMe: form.getValues().rememberme })}
            >
              Login with {provider}
            </SteadyButton>
          )}
          {hasPasskeys() && (
            <SteadyButton
              variant="default"
              fullWidth
              {...stateOf('usingPasskey')}
              leftSection={<IconKey size={18} aria-hidden />}
              onClick={() => signIn.send({ type: 'passkey.use', isRememberMe: form.getValues().rememberme })}
            >
              Sign in with a passkey
            </SteadyButton>
          )}
        </Stack>
      </form>
      <Suspense>
        {search.get('forcedLogout') === 'true' && (
          <DeactivatedDialog onClose={() => navigate('/login', { replace: true })} />
        )}
        {hasForgotten && <ForgotPasswordDialog email={form.getValues().username} onClosed={closeForgotten} />}
      </Suspense>
    </Paper>
  )
}
