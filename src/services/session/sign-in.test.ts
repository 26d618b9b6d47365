import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { signInFormSchema } from '#domain/sign-in-form.ts'
import { signInMachine } from '#machines/session/sign-in.machine.ts'
import { openSession, reply, startTestHost, type TestHost, testSession } from '#tests/support/services/session-host.ts'
import { signInActors } from './session-actors.ts'

const SIGN_IN = '/api/login/sign-in'
const form = { username: 'amara@district.example', password: 'correct horse', rememberme: true }

let host: TestHost
beforeEach(async () => {
  host = await startTestHost()
})
afterEach(() => host.close())

const start = (hasReturned = false) => {
  const { client, session, stored } = openSession(host.base, { session: null, userAccess: null })
  const left: string[] = []
  const actors = signInActors(client, {
    open: (granted) => session.send({ type: 'session.open', session: granted }),
    leave: (address) => left.push(address),
  })
  const signIn = createActor(signInMachine.provide({ actors }), { input: { hasReturned } })
  signIn.start()
  return { signIn, session, stored, left }
}

const refused = async (message: string) => {
  host.answers.set(SIGN_IN, (_, response) => reply(response, 400, message))
  const { signIn } = start()
  signIn.send({ type: 'form.submit', form })
  await waitFor(signIn, (snapshot) => snapshot.hasTag('editable'))
  return signIn
}

describe('the sign-in page', () => {
  test('opens the session and stores it', async () => {
    const granted = { ...testSession('first'), isRememberMe: true }
    host.answers.set(SIGN_IN, (_, response) => reply(response, 200, '', granted))
    const { signIn, session, stored } = start()

    signIn.send({ type: 'form.submit', form })
    expect(signIn.getSnapshot().hasTag('busy')).toBe(true)
    await waitFor(signIn, (snapshot) => snapshot.matches('signedIn'))

    expect(host.heard[0]).toEqual({ method: 'POST', url: SIGN_IN, token: undefined, body: { languageId: 1, ...form } })
    expect(session.getSnapshot().context.session).toEqual(granted)
    expect(session.getSnapshot().matches('signedIn')).toBe(true)
    expect(stored).toEqual([{ type: 'store.clear' }, { type: 'store.save', session: granted }])
    // The password is not stored.
    expect(signIn.getSnapshot().context.form).toBeNull()
  })

  test.each([
    ['The password is incorrect', { password: 'The password is incorrect' }],
    ['Password has expired', { password: 'Password has expired' }],
    ['No such user', { username: 'No such user' }],
    ['Your account has been deactivated', { username: 'Your account has been deactivated' }],
  ])('puts "%s" under its field', async (message, refusals) => {
    expect((await refused(message)).getSnapshot().context.refusals).toEqual(refusals)
  })

  test("an edit clears its field's refusal and no other", async () => {
    const signIn = await refused('No such user')
    signIn.send({ type: 'field.edit', field: 'password' })
    expect(signIn.getSnapshot().context.refusals.username).toBe('No such user')
    signIn.send({ type: 'field.edit', field: 'username' })
    expect(signIn.getSnapshot().context.refusals.username).toBeUndefined()
  })

  test('shows nothing for a lost connection, and can be retried', async () => {
    host.answers.set(SIGN_IN, (_, response) => {
      response.destroy()
    })
    const { signIn } = start()
    signIn.send({ type: 'form.submit', form })
    await waitFor(signIn, (snapshot) => snapshot.hasTag('editable'))
    expect(signIn.getSnapshot().context.refusals).toEqual({})
    expect(signIn.getSnapshot().can({ type: 'form.submit', form })).toBe(true)
  })
})

describe('signing in with the identity provider', () => {
  test('leaves for the address that the server names', async () => {
    const address = 'https://id.example/authorize?state=x'
    host.answers.set('/api/login/begin-identity-provider-sign-in', (_, response) =>
      reply(response, 200, '', { address }),
    )
    const { signIn, left } = start()
    signIn.send({ type: 'identityProvider.choose', isRememberMe: true })
    await waitFor(signIn, (snapshot) => snapshot.matches('leaving'))
    expect(host.heard[0]).toMatchObject({ method: 'POST', body: { languageId: 1, rememberme: true } })
    expect(left).toEqual([address])
  })

  test('opens the session after the return', async () => {
    const granted = testSession('first')
    host.answers.set('/api/login/finish-identity-provider-sign-in', (_, response) => reply(response, 200, '', granted))
    const { signIn, session } = start(true)
    await waitFor(signIn, (snapshot) => snapshot.matches('signedIn'))
    expect(session.getSnapshot().context.session).toEqual(granted)
  })

  test.each([
    [400, 'The sign-in with Google was canceled.', { notice: 'The sign-in with Google was canceled.', refusals: {} }],
    [503, 'Use your password.', { notice: 'Use your password.', refusals: {} }],
    [
      403,
      'Your account has been deactivated',
      { notice: null, refusals: { username: 'Your account has been deactivated' } },
    ],
  ])('a %i shows where it belongs', async (status, message, shown) => {
    host.answers.set('/api/login/finish-identity-provider-sign-in', (_, response) => reply(response, status, message))
    const { signIn } = start(true)
    await waitFor(signIn, (snapshot) => snapshot.hasTag('editable'))
    expect(signIn.getSnapshot().context).toMatchObject(shown)
  })
})

describe('its form', () => {
  const messages = (username: string, password: string) =>
    signInFormSchema.safeParse({ username, password }).error?.issues.map(({ path, message }) => [path[0], message])

  test.each([
    [
      '',
      '',
      [
        ['username', 'Username is required'],
        ['password', 'Password is required'],
      ],
    ],
    ['   ', 'x', [['username', 'Username is required']]],
    ['amara', 'x', [['username', 'Username is not valid!']]],
    ['amara@', 'x', [['username', 'Username is not valid!']]],
    ['amara@district.example', '', [['password', 'Password is required']]],
    [' amara@district.example ', 'x', undefined],
  ])('%j and %j', (username, password, expected) => {
    expect(messages(username, password)).toEqual(expected)
  })
})
