import { desc, eq } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '#server/db/schema/jobs.ts'
import { providers } from '#server/db/schema/providers.ts'
import { passwordRecoveries, securityEvents, userIdentities, userSessions } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { Mail, mailPayload } from '#server/mail/mail.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { useIdentityProvider, Visitor } from '#tests/support/server/identity-provider.ts'
import {
  addPeople,
  allowScreen,
  PEOPLE,
  startTestServer,
  TEST_SECRET,
  TEST_SENDER,
  TEST_TIME_ZONE,
  type TestReply,
  useTestServer,
} from '#tests/support/server/test-server.ts'

/** Reads what the server sealed. */
const testMail = new Mail({ secret: TEST_SECRET, from: TEST_SENDER, post: () => Promise.reject(new Error('Not sent')) })

const { Administrators: ada, Providers: paul } = PEOPLE

/** A cookie of a reply, as a browser sends it back. */
const cookieIn = (reply: { headers: Headers }, name: string) =>
  reply.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`homeroom-${name}`))
    ?.split(';')[0] ?? ''

describe('signing in with an identity provider', () => {
  const database = useDatabase()
  const provider = useIdentityProvider()
  const server = useTestServer(database, () => ({ identityProvider: provider().settings }))
  beforeAll(() => provider().serve(server().url))
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().now = undefined
    server().renew()
    provider().people.set('subject-of-paul', { email: paul.email, email_verified: true })
  })

  const begin = async (rememberme = false) => {
    const reply = await server().call('beginIdentityProviderSignIn', { body: { rememberme } })
    return {
      reply,
      address: (reply.data as { address: string } | null)?.address ?? '',
      flow: cookieIn(reply, 'provider-flow'),
    }
  }
  /** What the browser does when the provider sends it back. */
  const comeBack = async (address: string, flow: string) => {
    const reply = await fetch(address, { redirect: 'manual', headers: { cookie: flow } })
    await reply.arrayBuffer()
    return reply
  }
  const finish = (ticket: string) =>
    server().call('finishIdentityProviderSignIn', {
      headers: { cookie: ticket, 'user-agent': 'A browser' },
    })
  /** The whole way. */
  const signIn = async (login: string, { rememberme = false } = {}): Promise<TestReply> => {
    const { address, flow } = await begin(rememberme)
    const returned = await comeBack(await new Visitor().signIn(address, login), flow)
    return await finish(cookieIn(returned, 'provider-ticket'))
  }
  const events = async () =>
    (await database().db.select().from(securityEvents).orderBy(securityEvents.id)).map(
      ({ kind, reason, userId, account }) => ({ kind, reason, userId, account }),
    )
  /** The messages in the queue: to whom, what about, and the text. */
  const letters = async () =>
    (await database().db.select().from(jobs)).map(({ payload }) => {
      const { to, subject, ...sealed } = mailPayload.parse(payload)
      return [to, subject, testMail.read(sealed)?.text]
    })
  const identities = async () =>
    (await database().db.select().from(userIdentities)).map(({ issuer, subject, userId, email }) => ({
      issuer,
      subject,
      userId,
      email,
    }))
  const linked = { subject: 'subject-of-paul', userId: paul.userId, email: paul.email }
  const nowLinked = { kind: 'factor', reason: 'identity linked', userId: paul.userId, account: null }
  const signedIn = { kind: 'sign-in', reason: 'provider', userId: paul.userId, account: null }
  const refused = (reason: string, userId: number | null, account: string | null) => ({
    kind: 'refused',
    reason,
    userId,
    account,
  })

  test('starts the session of the user with the verified address, and links them', async () => {
    const { status, data, headers } = await signIn('subject-of-paul', { rememberme: true })
    expect(status).toBe(200)
    expect(data).toEqual({
      userId: paul.userId,
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      userEmail: paul.email,
      userName: paul.name,
      role: [{ id: 2, name: 'Providers', active: true }],
      providerId: 1,
      isRememberMe: true,
      idleSeconds: 14 * 24 * 3600,
      timeZone: TEST_TIME_ZONE,
      money: { currency: 'USD', locale: 'en-US' },
    })
    expect(cookieIn({ headers }, 'refresh')).not.toBe('')
    expect(await identities()).toEqual([{ issuer: provider().issuer, ...linked }])
    expect(await events()).toEqual([nowLinked, signedIn])
    const [session] = await database().db.select().from(userSessions)
    expect(session).toMatchObject({
      userId: paul.userId,
      isRememberMe: true,
      address: '127.0.0.1',
      userAgent: 'A browser',
    })
  })

  test('accepts an invitation, whose link stops working', async () => {
    const { db } = database()
    await db
      .update(users)
      .set({ passwordHash: null, invitedAt: new Date('2026-11-20T15:00:00Z') })
      .where(eq(users.id, paul.userId))
    await db.insert(passwordRecoveries).values({
      userId: paul.userId,
      tokenHash: 'the hash of a link',
      isInvitation: true,
      expiresAt: new Date('2099-01-01T00:00:00Z'),
    })
    for (let times = 0; times < 2; times += 1) expect((await signIn('subject-of-paul')).status).toBe(200)
    expect(await db.$count(passwordRecoveries)).toBe(0)
    const moves = await db.select().from(transitionLog)
    expect(moves).toMatchObject([
      {
        machine: 'account',
        entity: '1',
        userId: paul.userId,
        fromState: 'invited',
        event: 'account.accept',
        toState: 'active',
      },
    ])
  })

  test('is refused after the last day at work, like a deactivated account', async () => {
    expect((await signIn('subject-of-paul')).status).toBe(200)
    await database().db.update(providers).set({ termDate: '2020-06-30' }).where(eq(providers.id, 1))
    expect(await signIn('subject-of-paul')).toMatchObject({ status: 403, message: 'Your account has been deactivated' })
    expect((await events()).at(-1)).toEqual(refused('deactivated', paul.userId, null))
  })

  test('the answer of the provider stays between it and the server', async () => {
    const { reply, address, flow } = await begin()
    const asked = new URL(address).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email',
      redirect_uri: `${server().url}/api/login/provider-return`,
    })
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/; Path=\/api\/login\/provider-return;.* HttpOnly; SameSite=Lax$/),
    ])
    // Sealed: even the browser can't read what has to come back.
    expect(flow).not.toContain(asked.get('state'))
    const returned = await comeBack(await new Visitor().signIn(address, 'subject-of-paul'), flow)
    expect({ status: returned.status, to: returned.headers.get('location') }).toEqual({
      status: 303,
      to: '/login?identityProviderReturn=true',
    })
    expect(returned.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^homeroom-provider-flow-\w+=; Max-Age=0;/),
      expect.stringMatching(
        /Max-Age=120; Path=\/api\/login\/finish-identity-provider-sign-in; HttpOnly; SameSite=Strict$/,
      ),
    ])
  })

  test('tells the user by email once, when they are linked', async () => {
    await signIn('subject-of-paul')
    await signIn('subject-of-paul')
    expect(await letters()).toEqual([
      [
        paul.email,
        'Your Homeroom account was linked to Google',
        [
          'Hello Paul Provider,',
          `Someone signed in to your Homeroom account with ${paul.email} at Google for the first time: from Unknown device, address 127.0.0.1. From now on, that account at Google signs in to Homeroom as you.`,
          "If this wasn't you, someone else uses your account at Google: change its password there, tell your administrator, who can unlink it, and sign out all other devices under Security.\n",
        ].join('\n\n'),
      ],
    ])
  })

  describe('an administrator', () => {
    const google = { provider: 'Google', email: paul.email, linkedAtUtc: expect.any(String) }
    const identitiesListed = async (token: string) => {
      const { data } = await server().call('getUsers', { token })
      return (data as { allUsers: { identity: unknown }[] }).allUsers.map(({ identity }) => identity)
    }
    const unlink = (token: string, id: number = paul.userId) => server().call('unlinkIdentity', { token, body: { id } })
    beforeEach(() => allowScreen(database(), 'Administrators', 'Permissions'))

    test('sees who is linked, and unlinks them; their sessions stay and they are told', async () => {
      const { accessToken: token } = (await signIn('subject-of-paul')).data as { accessToken: string }
      await database().db.delete(jobs)
      const admin = await server().tokenOf(ada.userId)
      const methods = () => server().call('getSignInMethods', { token })
      expect(await methods()).toMatchObject({ status: 200, data: { identity: google } })
      expect(await identitiesListed(admin)).toEqual([null, google, null])
      expect(await server().call('getUser', { token: admin, query: { id: paul.userId } })).toMatchObject({
        data: { identity: google },
      })

      expect(await unlink(admin)).toMatchObject({ status: 200, data: null })
      expect(await identities()).toEqual([])
      expect(await methods()).toMatchObject({ status: 200, data: { identity: null } })
      expect(await identitiesListed(admin)).toEqual([null, null, null])
      const [event] = await database().db.select().from(securityEvents).orderBy(desc(securityEvents.id)).limit(1)
      expect(event).toMatchObject({
        kind: 'factor',
        reason: 'identity unlinked',
        userId: paul.userId,
        byId: ada.userId,
      })
      expect(await letters()).toEqual([
        [
          paul.email,
          'Your Homeroom account was unlinked from Google',
          [
            'Hello Paul Provider,',
            `An administrator unlinked your Homeroom account from ${paul.email} at Google. Devices on which you are signed in stay signed in. The next time you sign in with Google, your accounts are linked again by your email address.`,
            'If you did not ask for this, tell your administrator.\n',
          ].join('\n\n'),
        ],
      ])
      expect(await unlink(admin)).toMatchObject({
        status: 404,
        message: 'This user is not linked to an identity provider anymore.',
      })

      // Who has the address now is someone else at the provider.
      provider().people.set('the-new-subject', { email: paul.email, email_verified: true })
      expect(await signIn('the-new-subject')).toMatchObject({ status: 200 })
      expect(await identities()).toMatchObject([{ subject: 'the-new-subject', userId: paul.userId }])
    })

    test('has to prove who they are, ten minutes after they signed in', async () => {
      await signIn('subject-of-paul')
      const admin = await server().tokenOf(ada.userId)
      server().now = new Date(Date.now() + 11 * 60_000)
      expect(await unlink(admin)).toMatchObject({
        status: 403,
        message: "Confirm that it's you to continue.",
        data: { mustConfirm: true },
      })
      expect(await identities()).toHaveLength(1)
    })

    test('cannot unlink the last one who can sign in and open Permissions', async () => {
      provider().people.set('subject-of-ada', { email: ada.email, email_verified: true })
      await signIn('subject-of-ada')
      await database().db.update(users).set({ passwordHash: null }).where(eq(users.id, ada.userId))
      const admin = await server().tokenOf(ada.userId)
      expect(await unlink(admin, ada.userId)).toMatchObject({
        status: 400,
        message: 'Ada Admin is the last active user who can open Permissions. Give another user such a role first.',
      })
      expect(await identities()).toHaveLength(1)
    })
  })

  test('finds a linked user by the subject, even after the address has changed', async () => {
    await signIn('subject-of-paul')
    provider().people.set('subject-of-paul', { email: 'paul.new@district.example', email_verified: false })
    expect(await signIn('subject-of-paul')).toMatchObject({ status: 200, data: { userId: paul.userId } })
    expect(await identities()).toEqual([{ issuer: provider().issuer, ...linked }])
  })

  test('refuses another subject with the address of a linked user', async () => {
    await signIn('subject-of-paul')
    provider().people.set('someone-else', { email: paul.email.toUpperCase(), email_verified: true })
    expect(await signIn('someone-else')).toMatchObject({
      status: 403,
      message: `${paul.email.toUpperCase()} is linked to another account at Google. Ask your administrator.`,
    })
    expect(await identities()).toEqual([{ issuer: provider().issuer, ...linked }])
    expect(await events()).toEqual([nowLinked, signedIn, refused('other identity', paul.userId, null)])
  })

  test('links a user once when they sign in twice at the same time', async () => {
    const replies = await Promise.all([signIn('subject-of-paul'), signIn('subject-of-paul')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await identities()).toEqual([{ issuer: provider().issuer, ...linked }])
  })

  test('links one of two identities with the same address at once', async () => {
    provider().people.set('someone-else', { email: paul.email, email_verified: true })
    const replies = await Promise.all([signIn('subject-of-paul'), signIn('someone-else')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await database().db.$count(userIdentities)).toBe(1)
    expect(await database().db.$count(userSessions)).toBe(1)
  })

  test('asks for the second factor, and links the user only after it', async () => {
    const token = await server().tokenOf(paul.userId)
    const { setup, key } = (await server().call('beginAuthenticatorApp', { token })).data as Record<string, string>
    const code = TOTP.generate({ secret: Secret.fromBase32(key ?? '') })
    const added = await server().call('addAuthenticatorApp', { token, body: { setup, code } })
    const [recovery] = (added.data as { recoveryCodes: string[] }).recoveryCodes
    const reply = await signIn('subject-of-paul', { rememberme: true })
    const { ticket } = reply.data as { ticket: string }
    expect(reply.data).toEqual({ ticket, methods: ['code', 'recovery'], seconds: 300 })
    expect(cookieIn(reply, 'refresh')).toBe('')
    expect(await identities()).toEqual([])
    const proof = { kind: 'recovery', code: recovery }
    expect(await server().call('confirmSecondFactor', { body: { ticket, proof } })).toMatchObject({
      status: 200,
      data: { userId: paul.userId, isRememberMe: true },
    })
    expect(await identities()).toEqual([{ issuer: provider().issuer, ...linked }])
    expect((await events()).at(-1)).toEqual(signedIn)
    // The spec's call asks for it, too.
    const idToken = await provider().idToken({ sub: 'subject-of-paul', email: paul.email, email_verified: true })
    const body = { languageId: 1, email: paul.email, idToken }
    expect((await server().call('signInAuthenticatedGmailUser', { body })).data).toMatchObject({ seconds: 300 })
  })

  test('reads the address from the user info if the token has none', async () => {
    provider().hasShortTokens = true
    expect(await signIn('subject-of-paul')).toMatchObject({ status: 200 })
  })

  test('refuses an address that the provider has not verified', async () => {
    provider().people.set('subject-of-paul', { email: paul.email, email_verified: false })
    expect(await signIn('subject-of-paul')).toMatchObject({
      status: 403,
      message: `Google has not verified the address ${paul.email}. Verify it there, and try again.`,
    })
    expect(await events()).toEqual([refused('unverified email', paul.userId, null)])
  })

  test('refuses a provider that does not tell the address', async () => {
    provider().people.set('subject-of-paul', {})
    expect(await signIn('subject-of-paul')).toMatchObject({
      status: 403,
      message: 'Google did not tell us your email address.',
    })
  })

  test('refuses an unknown address', async () => {
    provider().people.set('a-stranger', { email: 'Stranger@gmail.example', email_verified: true })
    expect(await signIn('a-stranger')).toMatchObject({
      status: 403,
      message:
        'There is no account for Stranger@gmail.example. Choose another Google account, or ask your administrator.',
    })
    expect(await events()).toEqual([refused('unknown account', null, 'stranger@gmail.example')])
  })

  test('refuses an address that only looks like that of a user', async () => {
    await database().db.update(users).set({ email: 'karl@district.example' }).where(eq(users.id, paul.userId))
    // The Kelvin sign, whose small letter is the k.
    provider().people.set('a-stranger', { email: '\u212aarl@district.example', email_verified: true })
    expect(await signIn('a-stranger')).toMatchObject({
      status: 403,
      message:
        'There is no account for \u212aarl@district.example. Choose another Google account, or ask your administrator.',
    })
    expect(await identities()).toEqual([])
    provider().people.set('karl', { email: 'Karl@District.example', email_verified: true })
    expect(await signIn('karl')).toMatchObject({ status: 200, data: { userId: paul.userId } })
  })

  test('refuses a deactivated user, linked or not', async () => {
    const deactivated = { status: 403, message: 'Your account has been deactivated', data: null }
    await database().db.update(users).set({ isActive: false })
    expect(await signIn('subject-of-paul')).toMatchObject(deactivated)
    await database().db.update(users).set({ isActive: true })
    await signIn('subject-of-paul')
    await database().db.update(users).set({ isActive: false })
    expect(await signIn('subject-of-paul')).toMatchObject(deactivated)
    const refusal = refused('deactivated', paul.userId, null)
    expect(await events()).toEqual([refusal, nowLinked, signedIn, refusal])
  })

  describe('on the way back', () => {
    const expired = {
      status: 400,
      message: 'This sign-in with Google has expired or was already used. Please try again.',
    }

    test('says that the user canceled', async () => {
      expect(await signIn('cancel')).toMatchObject({ status: 400, message: 'The sign-in with Google was canceled.' })
      expect(await events()).toEqual([refused('provider canceled', null, '')])
    })

    test('the session can be fetched once', async () => {
      const { address, flow } = await begin()
      const returned = await comeBack(await new Visitor().signIn(address, 'subject-of-paul'), flow)
      const ticket = cookieIn(returned, 'provider-ticket')
      expect(await finish(ticket)).toMatchObject({ status: 200 })
      expect(await finish(ticket)).toMatchObject(expired)
      expect(await events()).toEqual([nowLinked, signedIn, refused('provider expired', null, '')])
    })

    test('what has expired is logged once a minute, since anyone can ask for it', async () => {
      for (let attempt = 0; attempt < 3; attempt += 1) await finish('')
      expect(await events()).toEqual([refused('provider expired', null, '')])
    })

    test('the session can be fetched once, also at once', async () => {
      const { address, flow } = await begin()
      const returned = await comeBack(await new Visitor().signIn(address, 'subject-of-paul'), flow)
      const ticket = cookieIn(returned, 'provider-ticket')
      const replies = await Promise.all([finish(ticket), finish(ticket), finish(ticket)])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    })

    test('where the user goes is not up to the address', async () => {
      const { address, flow } = await begin()
      const back = new URL(await new Visitor().signIn(address, 'subject-of-paul'))
      back.searchParams.set('page', 'https://elsewhere.example')
      const returned = await comeBack(back.href, flow)
      expect(returned.headers.get('location')).toBe('/login?identityProviderReturn=true')
      for (const secret of ['code', 'state']) expect(server().logs).not.toContain(back.searchParams.get(secret))
    })

    test('the session can be fetched for two minutes', async () => {
      const { address, flow } = await begin()
      const returned = await comeBack(await new Visitor().signIn(address, 'subject-of-paul'), flow)
      server().now = new Date(Date.now() + 121_000)
      expect(await finish(cookieIn(returned, 'provider-ticket'))).toMatchObject(expired)
    })

    test('the same return works once', async () => {
      const { address, flow } = await begin()
      const back = await new Visitor().signIn(address, 'subject-of-paul')
      await comeBack(back, flow)
      expect(await finish(cookieIn(await comeBack(back, flow), 'provider-ticket'))).toMatchObject(expired)
    })

    test('a code works once, even with the state of another sign-in', async () => {
      const first = await begin()
      const back = new URL(await new Visitor().signIn(first.address, 'subject-of-paul'))
      await comeBack(back.href, first.flow)
      const second = await begin()
      back.searchParams.set('state', new URL(second.address).searchParams.get('state') ?? '')
      expect(await finish(cookieIn(await comeBack(back.href, second.flow), 'provider-ticket'))).toMatchObject(expired)
    })

    test('needs the browser in which the sign-in began', async () => {
      const { address } = await begin()
      const back = await new Visitor().signIn(address, 'subject-of-paul')
      expect(await finish(cookieIn(await comeBack(back, ''), 'provider-ticket'))).toMatchObject(expired)
      expect(await finish('')).toMatchObject(expired)
    })

    test('refuses the answer to a sign-in that began in another browser', async () => {
      const [mine, theirs] = [await begin(), await begin()]
      const back = await new Visitor().signIn(theirs.address, 'subject-of-paul')
      expect(await finish(cookieIn(await comeBack(back, mine.flow), 'provider-ticket'))).toMatchObject({
        status: 400,
        message: 'We could not verify who you are with Google. Please try again, or use your password.',
      })
      expect(await events()).toEqual([refused('identity token', null, '')])
    })

    test('a stray answer leaves the sign-in that waits for its own', async () => {
      const { address, flow } = await begin()
      const forged = `${server().url}/api/login/provider-return?error=access_denied&state=any`
      const returned = await comeBack(forged, flow)
      expect(cookieIn(returned, 'provider-flow')).toBe('')
      expect(await finish(cookieIn(returned, 'provider-ticket'))).toMatchObject({ status: 400 })
      const back = await new Visitor().signIn(address, 'subject-of-paul')
      expect(await finish(cookieIn(await comeBack(back, flow), 'provider-ticket'))).toMatchObject({ status: 200 })
    })

    test('waits a quarter of an hour for the user', async () => {
      const { address, flow } = await begin()
      const back = await new Visitor().signIn(address, 'subject-of-paul')
      server().now = new Date(Date.now() + 15 * 60_000 + 1_000)
      expect(await finish(cookieIn(await comeBack(back, flow), 'provider-ticket'))).toMatchObject(expired)
    })

    test('works with keys that the provider has just replaced', async () => {
      expect(await signIn('subject-of-paul')).toMatchObject({ status: 200 })
      await provider().rotateKeys()
      expect(await signIn('subject-of-paul')).toMatchObject({ status: 200 })
    })
  })

  test('says that the provider is down, before and after, and works again when it is up', async () => {
    const down = { status: 503, message: "Google can't be reached right now. Use your password, or try again later." }
    provider().isDown = true
    expect((await begin()).reply).toMatchObject(down)
    provider().isDown = false
    const { address, flow } = await begin()
    const back = await new Visitor().signIn(address, 'subject-of-paul')
    provider().isDown = true
    expect(await finish(cookieIn(await comeBack(back, flow), 'provider-ticket'))).toMatchObject(down)
    provider().isDown = false
    expect(await signIn('subject-of-paul')).toMatchObject({ status: 200 })
    // Once a minute, since it may be down for everyone.
    expect(await events()).toEqual([refused('provider unreachable', null, ''), nowLinked, signedIn])
  })

  test('says that the provider does not accept the secret', async () => {
    const wrong = await startTestServer(database(), {
      identityProvider: { ...provider().settings, clientSecret: 'the secret before it was changed' },
    })
    provider().serve(wrong.url)
    const reply = await wrong.call('beginIdentityProviderSignIn')
    const { address } = reply.data as { address: string }
    const returned = await comeBack(
      await new Visitor().signIn(address, 'subject-of-paul'),
      cookieIn(reply, 'provider-flow'),
    )
    const headers = { cookie: cookieIn(returned, 'provider-ticket') }
    expect(await wrong.call('finishIdentityProviderSignIn', { headers })).toMatchObject({
      status: 503,
      message: 'Google did not accept this portal. Use your password, and tell your administrator.',
    })
    expect(await events()).toEqual([refused('provider misconfigured', null, '')])
    await wrong.stop()
    provider().serve(server().url)
  })

  test.each([
    ['https://portal.example', 'https://portal.example/login?identityProviderReturn=true'],
    ['https://elsewhere.example', '/login?identityProviderReturn=true'],
  ])('a page at %s gets its user back at %s', async (page, to) => {
    const options = { identityProvider: provider().settings, allowedOrigins: ['https://portal.example'] }
    const other = await startTestServer(database(), options)
    provider().serve(other.url)
    const reply = await other.call('beginIdentityProviderSignIn', { headers: { origin: page } })
    const { address } = reply.data as { address: string }
    const back = await new Visitor().signIn(address, 'subject-of-paul')
    const returned = await comeBack(back, cookieIn(reply, 'provider-flow'))
    expect(returned.headers.get('location')).toBe(to)
    await other.stop()
    provider().serve(server().url)
  })

  describe("the spec's call", () => {
    const valid = { sub: 'subject-of-paul', email: paul.email, email_verified: true }
    const call = async (claims: JWTPayload, rest: Record<string, unknown> = {}) =>
      await server().call('signInAuthenticatedGmailUser', {
        body: { languageId: 1, email: paul.email, idToken: await provider().idToken(claims), ...rest },
      })
    const unproven = {
      status: 400,
      message: 'We could not verify who you are with Google. Please try again, or use your password.',
    }
    const now = () => Math.floor(Date.now() / 1000)

    test('signs in with a token that the provider signed for this portal', async () => {
      expect(await call(valid)).toMatchObject({ status: 200, data: { userId: paul.userId, isRememberMe: false } })
      expect(await events()).toEqual([nowLinked, signedIn])
    })

    test('refuses an address alone', async () => {
      const body = { languageId: 1, email: paul.email }
      expect(await server().call('signInAuthenticatedGmailUser', { body })).toMatchObject({
        status: 400,
        message: 'An email address alone proves nothing: sign in with Google on the sign-in page.',
      })
    })

    test.each<[string, JWTPayload]>([
      ['for another application', { aud: 'another-app' }],
      ['for several applications, asked for by another one', { aud: ['homeroom', 'another-app'], azp: 'another-app' }],
      ['of another issuer', { iss: 'https://accounts.google.com' }],
      ['for another address', { email: ada.email }],
      ['with a nonce that the caller does not know', { nonce: 'unknown' }],
    ])('refuses a token %s', async (_, claims) => {
      expect(await call({ ...valid, ...claims })).toMatchObject(unproven)
      expect(await events()).toEqual([refused('identity token', null, paul.email)])
    })

    test('checks the nonce', async () => {
      expect(await call({ ...valid, nonce: 'n-1' }, { nonce: 'n-2' })).toMatchObject(unproven)
      expect(await call(valid, { nonce: 'n-1' })).toMatchObject(unproven)
      expect(await call({ ...valid, nonce: 'n-1' }, { nonce: 'n-1' })).toMatchObject({ status: 200 })
    })

    test('refuses an expired token, after a minute for clocks that differ', async () => {
      const clock = {
        status: 400,
        message:
          "The answer of Google has expired, or the server's clock is wrong. Please try again, or use your password.",
      }
      expect(await call({ ...valid, exp: now() - 90 })).toMatchObject(clock)
      expect(await call({ ...valid, nbf: now() + 90 })).toMatchObject(clock)
      expect(await call({ ...valid, exp: now() - 30, nbf: now() + 30 })).toMatchObject({ status: 200 })
    })

    test('refuses a token that is not signed by the provider', async () => {
      const token = await provider().idToken(valid)
      const [header = '', payload = '', signature = ''] = token.split('.')
      const forged = Buffer.from(JSON.stringify({ ...valid, iss: provider().issuer, aud: 'homeroom', exp: now() + 60 }))
      const none = Buffer.from('{"alg":"none"}').toString('base64url')
      for (const idToken of [
        `${header}.${forged.toString('base64url')}.${signature}`,
        `${none}.${payload}.`,
        'no token at all',
      ]) {
        expect(await call(valid, { idToken })).toMatchObject(unproven)
      }
    })

    test('takes a token once', async () => {
      const idToken = await provider().idToken(valid)
      expect(await call(valid, { idToken })).toMatchObject({ status: 200 })
      expect(await call(valid, { idToken })).toMatchObject({
        status: 400,
        message: 'This sign-in with Google has expired or was already used. Please try again.',
      })
    })
  })
})

describe('a server without an identity provider', () => {
  const database = useDatabase()
  const server = useTestServer(database)

  test.each(['beginIdentityProviderSignIn', 'finishIdentityProviderSignIn'] as const)('%s says so', async (name) => {
    expect(await server().call(name)).toMatchObject({
      status: 503,
      message: "Sign-in with Google or another service isn't set up. Use your password.",
    })
  })
})
