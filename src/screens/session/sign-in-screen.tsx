import { Alert, Anchor, Checkbox, Divider, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useSelector } from '@xstate/react'
import { type FormEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearchParams } from 'wouter'
import { IDENTITY_PROVIDER_RETURN } from '#contract/identity-provider-return.ts'
import type { SignInField } from '#machines/session/sign-in.machine.ts'
import { focusFirstInvalid } from '#screens/form/focus-first-invalid.ts'
import { useSignedOutMachine } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { hasPasskeys } from '#ui/has-passkeys.ts'
import { IconBrandGoogleFilled } from '#ui/icons/brand-google-filled.ts'
import { IconKey } from '#ui/icons/key.ts'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { loadScript } from '#ui/lazy-part/load-script.ts'
import { PasswordField } from '#ui/password-field/password-field.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

const DeactivatedDialog = lazyPart(async () => (await import('./deactivated-dialog.tsx')).DeactivatedDialog)
const IdentityProofForm = lazyPart(async () => (await import('./identity-proof-form.tsx')).IdentityProofForm)
const ForgotPasswordDialog = lazyPart(async () => (await import('./forgot-password-dialog.tsx')).ForgotPasswordDialog)

/** The name of the identity provider, if the server has one; with Google, the button is the spec's 'Login with Google'. */
const provider = document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]')?.content ?? ''

/** Checks the entries. It loads, like what sends them, when the user begins to enter them. */
const loadCheck = () => loadScript(() => import('./check-sign-in.ts'))

/** Its fields keep their own values. */
const entriesOf = (form: HTMLFormElement | null) => {
  const entries = new FormData(form ?? undefined)
  return {
    username: String(entries.get('username') ?? ''),
    password: String(entries.get('password') ?? ''),
    rememberme: entries.has('rememberme'),
  }
}

export const SignInScreen = () => {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const hasReturned = search.get(IDENTITY_PROVIDER_RETURN) === 'true'
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
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Readonly<Partial<Record<SignInField, string>>>>({})
  const [broken, setBroken] = useState<{ readonly error: unknown }>()
  if (broken) throw broken.error
  const edit = (field: SignInField) => {
    setProblems((before) => ({ ...before, [field]: undefined }))
    signIn.send({ type: 'field.edit', field })
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    try {
      const { checkSignIn } = await loadCheck()
      const { accepted, problems: found } = checkSignIn(entriesOf(form.current))
      flushSync(() => setProblems(found))
      if (accepted) signIn.send({ type: 'form.submit', form: accepted })
      else focusFirstInvalid(form.current)
    } catch (error) {
      setBroken({ error })
    }
  }
  /** A script that does not load is reported when the form is sent. */
  const prepare = () => void loadCheck().catch(() => undefined)
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
  /** The state of a button whose work is done in these states. */
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
      <form noValidate ref={form} onSubmit={submit} onInput={prepare}>
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
            name="username"
            onChange={() => edit('username')}
            error={problems.username ?? refusals.username}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            name="password"
            onChange={() => edit('password')}
            error={problems.password ?? refusals.password}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox label="Keep me logged in" name="rememberme" />
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
              onClick={() =>
                signIn.send({ type: 'identityProvider.choose', isRememberMe: entriesOf(form.current).rememberme })
              }
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
              onClick={() => signIn.send({ type: 'passkey.use', isRememberMe: entriesOf(form.current).rememberme })}
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
        {hasForgotten && <ForgotPasswordDialog email={entriesOf(form.current).username} onClosed={closeForgotten} />}
      </Suspense>
    </Paper>
  )
}
