import { eq, isNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import { sessionSchema } from '#contract/login.ts'
import { idempotencyKeys } from '#server/db/schema/idempotency.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import {
  authenticatorApps,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityEvents,
  signInPaces,
  signInTickets,
  userSessions,
} from '#server/db/schema/sign-in.ts'
import { Authenticator } from '#tests/support/server/authenticator.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import {
  addPeople,
  allowScreen,
  PEOPLE,
  startTestServer,
  TEST_PASSWORD,
  type TestReply,
  type TestRequest,
  useTestServer,
} from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul } = PEOPLE
const ORIGIN = 'https://portal.example'
const START = new Date('2026-11-20T15:00:00Z')
const ticketReply = z.strictObject({ ticket: z.string(), methods: z.array(z.string()), seconds: z.literal(300) })
const codesReply = z.strictObject({ recoveryCodes: z.array(z.string()).nullable() })
const setupReply = z.strictObject({ setup: z.string(), key: z.string(), uri: z.string() })
const at = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] })
const addFirst = z.strictObject({ mustAddFactor: z.literal(true) })
const startOver = at('ticket', 'Your sign-in took too long or was stopped. Please sign in again.')
const confirmFirst = { status: 403, message: "Confirm that it's you to continue.", data: { mustConfirm: true } }

describe('a second factor', () => {
  const database = useDatabase()
  const server = useTestServer(database, { publicUrl: ORIGIN, proxies: 1 })
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().renew()
    server().now = START
  })

  const later = (seconds: number) => {
    server().now = new Date(server().time.getTime() + seconds * 1000)
  }
  const codeOf = (key: string, off = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(key), timestamp: server().time.getTime() + off * 1000 })
  const signIn = (from = '10.0.0.1', cookie = '', { email }: { email: string } = paul) =>
    server().call('signIn', {
      body: { username: email, password: TEST_PASSWORD, rememberme: true },
      headers: { 'x-forwarded-for': from, cookie },
    })
  const ticketOf = async (from?: string) => ticketReply.parse((await signIn(from)).data).ticket
  const confirm = (ticket: string, proof: Record<string, unknown>, from = '10.0.0.1', cookie = '') =>
    server().call('confirmSecondFactor', { body: { ticket, proof }, headers: { 'x-forwarded-for': from, cookie } })
  /** The Cookie header of a browser that has got a reply. */
  const cookiesOf = ({ headers }: TestReply) =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  const isSession = ({ status, data }: TestReply) => status === 200 && sessionSchema.safeParse(data).success

  /** Adds an app to an account; half a minute passes. */
  const addApp = async ({ userId }: { userId: number } = paul) => {
    const token = await server().tokenOf(userId)
    const { setup, key } = setupReply.parse((await server().call('beginAuthenticatorApp', { token })).data)
    const added = await server().call('addAuthenticatorApp', { token, body: { setup, code: codeOf(key) } })
    const codes = codesReply.parse(added.data).recoveryCodes ?? []
    later(30)
    return { token, key, codes, device: cookiesOf(added) }
  }
  /** Adds a passkey to an account. */
  const addPasskey = async (name = 'My phone', { userId }: { userId: number } = paul) => {
    const token = await server().tokenOf(userId)
    const passkey = new Authenticator(ORIGIN)
    const { data } = await server().call('beginPasskey', { token })
    const added = await server().call('addPasskey', { token, body: { name, response: passkey.create(data) } })
    return { token, passkey, added }
  }

  describe('an authenticator app', () => {
    test('is asked for after the password, and its code opens the session', async () => {
      const { key } = await addApp()
      const reply = await signIn()
      expect(reply.headers.getSetCookie()).toEqual([])
      expect(reply.data).toEqual({
        ticket: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['code', 'recovery'],
        seconds: 300,
      })
      const { ticket } = ticketReply.parse(reply.data)
      const code = codeOf(key)
      const confirmed = await confirm(ticket, { kind: 'code', code: `${code.slice(0, 3)} ${code.slice(3)}` })
      expect(confirmed.data).toMatchObject({ userId: paul.userId, userEmail: paul.email, isRememberMe: true })
      expect(confirmed.headers.getSetCookie()).toHaveLength(3)
      const { accessToken: token } = sessionSchema.parse(confirmed.data)
      expect((await server().call('getRoleAccess', { token, body: { id: 2 } })).status).toBe(200)
    })

    test('says what the app and the QR code need', async () => {
      const token = await server().tokenOf(paul.userId)
      const { key, uri } = setupReply.parse((await server().call('beginAuthenticatorApp', { token })).data)
      expect(key).toMatch(/^[A-Z2-7]{32}$/)
      expect(uri).toBe(
        `otpauth://totp/Homeroom:paul%40district.example?issuer=Homeroom&secret=${key}&algorithm=SHA1&digits=6&period=30`,
      )
    })

    test('has its key encrypted in the database', async () => {
      const { key } = await addApp()
      const [row] = await database().db.select().from(authenticatorApps)
      expect(row?.key).toMatch(/^[\w+/=]{80,}$/)
      expect(row?.key).not.toContain(key)
    })

    test('is added only with a right code, by the user who began, and in time', async () => {
      const token = await server().tokenOf(paul.userId)
      const { setup, key } = setupReply.parse((await server().call('beginAuthenticatorApp', { token })).data)
      const add = (code: string, by = token) =>
        server().call('addAuthenticatorApp', { token: by, body: { setup, code } })
      const wrong = at('code', 'This code is incorrect. Wait for the next one and try again.')
      expect(await add(codeOf(key, -3600))).toMatchObject(wrong)
      expect(await add('12345')).toMatchObject(at('code', 'Enter the 6 digits that the app shows.'))
      const tooOld = { status: 400, message: 'This took too long. Please begin again.' }
      expect(await add(codeOf(key), await server().tokenOf(ada.userId))).toMatchObject(tooOld)
      later(15 * 60)
      expect(await add(codeOf(key), await server().tokenOf(paul.userId))).toMatchObject(tooOld)
      expect(await database().db.$count(authenticatorApps)).toBe(0)
    })

    test('is added once, also of several setups at once', async () => {
      const token = await server().tokenOf(paul.userId)
      const begin = async () => setupReply.parse((await server().call('beginAuthenticatorApp', { token })).data)
      const setups = [await begin(), await begin()]
      const replies = await Promise.all(
        setups.map(({ setup, key }) =>
          server().call('addAuthenticatorApp', { token, body: { setup, code: codeOf(key) } }),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(replies.find(({ status }) => status === 409)?.message).toBe(
        'You have an authenticator app already. Remove it before you add another one.',
      )
      expect(await database().db.$count(recoveryCodes)).toBe(10)
    })

    test.each(['garbage', 'the key in the database'])('is not added with %s instead of its setup', async (what) => {
      const { token } = await addApp()
      const [row] = await database().db.select().from(authenticatorApps)
      const setup = what === 'garbage' ? 'AAAA' : row?.key
      const reply = await server().call('addAuthenticatorApp', { token, body: { setup, code: '123456' } })
      expect(reply).toMatchObject({ status: 400, message: 'This took too long. Please begin again.' })
    })

    test('accepts each code once, also of two uses at once, and none from before it', async () => {
      const { key } = await addApp()
      const [first, second, third] = [await ticketOf(), await ticketOf(), await ticketOf()]
      const proof = { kind: 'code', code: codeOf(key) }
      const replies = await Promise.all([confirm(first, proof), confirm(second, proof)])
      expect(replies.map(isSession).toSorted()).toEqual([false, true])
      const used = at('code', 'This code was already used. Wait for the next one.')
      expect(replies.find(({ status }) => status !== 200)).toMatchObject(used)
      expect(await confirm(third, { kind: 'code', code: codeOf(key, -30) })).toMatchObject(used)
      expect(isSession(await confirm(third, { kind: 'code', code: codeOf(key, 30) }))).toBe(true)
    })

    test('accepts the code that confirmed it no second time', async () => {
      const { key } = await addApp()
      const proof = { kind: 'code', code: codeOf(key, -30) }
      expect(await confirm(await ticketOf(), proof)).toMatchObject({ status: 400 })
    })

    test.each([-60, 60])('rejects a code from %d seconds away', async (off) => {
      const { key } = await addApp()
      expect(await confirm(await ticketOf(), { kind: 'code', code: codeOf(key, off) })).toMatchObject({ status: 400 })
    })
  })

  describe('a ticket', () => {
    test('works once', async () => {
      const { key } = await addApp()
      const ticket = await ticketOf()
      expect(isSession(await confirm(ticket, { kind: 'code', code: codeOf(key) }))).toBe(true)
      expect(await confirm(ticket, { kind: 'code', code: codeOf(key, 30) })).toMatchObject(startOver)
    })

    test('is stored as a hash, and works for five minutes', async () => {
      const { key } = await addApp()
      const ticket = await ticketOf()
      const [row] = await database().db.select().from(signInTickets)
      expect(JSON.stringify(row)).not.toContain(ticket)
      later(300)
      expect(await confirm(ticket, { kind: 'code', code: codeOf(key) })).toMatchObject(startOver)
    })

    test('ends with the tenth wrong code', async () => {
      await addApp()
      const ticket = await ticketOf()
      const proof = { kind: 'recovery', code: '22222-22222' }
      for (let wrong = 0; wrong < 9; wrong += 1) {
        // From elsewhere and without a wait, so that only the ticket counts.
        const reply = await confirm(ticket, proof, `10.0.1.${wrong}`)
        expect(reply).toMatchObject(at('code', "This isn't one of your recovery codes, or it was already used."))
      }
      expect(await confirm(ticket, proof, '10.0.2.1')).toMatchObject(
        at('ticket', 'Too many wrong codes. Please sign in again.'),
      )
      expect(await database().db.$count(signInTickets)).toBe(0)
    })

    test('ends when the password changes', async () => {
      const { key, token } = await addApp()
      const ticket = await ticketOf()
      const newPassword = 'purple elephants dance on mars'
      const body = { oldPassword: TEST_PASSWORD, newPassword, confirmNewPassword: newPassword }
      expect((await server().call('changePassword', { token, body })).status).toBe(200)
      expect(await confirm(ticket, { kind: 'code', code: codeOf(key) })).toMatchObject(startOver)
    })

    test('ends if its method was removed in the meantime', async () => {
      const { key, token } = await addApp()
      await addPasskey()
      const ticket = await ticketOf()
      expect((await server().call('removeAuthenticatorApp', { token })).status).toBe(200)
      expect(await confirm(ticket, { kind: 'code', code: codeOf(key) })).toMatchObject(startOver)
      expect(await database().db.$count(signInTickets)).toBe(0)
    })

    test('opens nothing for an account that was deactivated', async () => {
      const { key } = await addApp()
      const ticket = await ticketOf()
      await database().pool.query('update users set is_active = false where id = $1', [paul.userId])
      expect(await confirm(ticket, { kind: 'code', code: codeOf(key) })).toMatchObject({
        status: 403,
        message: 'Your account has been deactivated',
      })
    })
  })

  test('more than a hundred guesses from as many addresses get nowhere', { timeout: 120_000 }, async () => {
    await addApp()
    const before = await database().db.$count(userSessions)
    let looked = 0
    let ticketInUse = ''
    for (let guess = 0; guess < 120; guess += 1) {
      const from = `10.0.9.${guess}`
      if (guess % 9 === 0) ticketInUse = await ticketOf(from)
      const { status } = await confirm(ticketInUse, { kind: 'code', code: String(100_000 + guess) }, from)
      if (status === 400) looked += 1
    }
    expect(looked).toBe(21)
    expect(await database().db.$count(userSessions)).toBe(before)
  })

  test('guesses from devices that only had the password are counted together', async () => {
    const devices: string[] = []
    for (let device = 0; device < 20; device += 1) devices.push(cookiesOf(await signIn(`10.1.0.${device}`)))
    await addApp()
    let looked = 0
    for (const [index, cookie] of devices.entries()) {
      const from = `10.2.0.${index}`
      const { ticket } = ticketReply.parse((await signIn(from, cookie)).data)
      for (let guess = 0; guess < 5; guess += 1) {
        const { status } = await confirm(ticket, { kind: 'code', code: String(100_000 + guess) }, from, cookie)
        if (status === 400) looked += 1
      }
    }
    expect(looked).toBe(21)
  })

  test('someone with the password who guesses keeps out no known device, no session and no passkey', async () => {
    const { token, key, device } = await addApp()
    const { passkey } = await addPasskey()
    let ticketInUse = ''
    for (let guess = 0; guess < 40; guess += 1) {
      if (guess % 9 === 0) ticketInUse = await ticketOf(`10.5.0.${guess}`)
      await confirm(ticketInUse, { kind: 'code', code: String(100_000 + guess) }, `10.5.0.${guess}`)
    }
    const byCode = async (cookie: string) =>
      await confirm(await ticketOf(), { kind: 'code', code: codeOf(key) }, '10.0.0.1', cookie)
    expect(await byCode('')).toMatchObject({ status: 429 })
    // The browser in which the app was added, and then the one that has signed in with it.
    const first = await byCode(device)
    expect(isSession(first)).toBe(true)
    later(30)
    expect(isSession(await byCode(cookiesOf(first)))).toBe(true)
    const ticket = await ticketOf('10.6.0.1')
    const { data } = await server().call('askTicketPasskey', { body: { ticket } })
    expect(isSession(await confirm(ticket, { kind: 'passkey', response: passkey.get(data) }, '10.6.0.1'))).toBe(true)
    later(30)
    const proof = { kind: 'code', code: codeOf(key) }
    expect((await server().call('confirmIdentity', { token, body: { proof } })).status).toBe(200)
  })

  test('five wrong codes after a right password are told once', async () => {
    await addApp()
    await database().db.delete(jobs)
    const ticket = await ticketOf()
    for (let guess = 0; guess < 6; guess += 1) {
      await confirm(ticket, { kind: 'code', code: '000000' }, `10.3.0.${guess}`)
    }
    const sent = await database().db.select().from(jobs)
    expect(sent.map(({ payload }) => payload)).toMatchObject([
      { to: paul.email, subject: 'Someone knows the password of your Homeroom account' },
    ])
    const refused = await database().db.select().from(securityEvents).where(eq(securityEvents.kind, 'refused'))
    expect(refused.map(({ reason, userId }) => [reason, userId])).toEqual(Array(6).fill(['code', paul.userId]))
  })

  test('wrong proofs of someone at a signed-in computer are logged and told like those at the sign-in', async () => {
    const token = await server().tokenOf(paul.userId)
    later(1)
    for (let guess = 0; guess < 10; guess += 1) {
      const proof = { kind: 'password', password: `a guess ${guess}` }
      expect(await server().call('confirmIdentity', { token, body: { proof } })).toMatchObject({ status: 400 })
    }
    const events = await database().db.select().from(securityEvents).where(eq(securityEvents.kind, 'refused'))
    expect(events.map(({ reason, userId }) => [reason, userId])).toEqual(Array(10).fill(['password', paul.userId]))
    const sent = await database().db.select().from(jobs)
    expect(sent.map(({ payload }) => payload)).toMatchObject([
      { to: paul.email, subject: 'Failed sign-ins to your Homeroom account' },
    ])
  })

  test('passkeys that nobody knows do not fill the log, not even from a whole network', async () => {
    const response = new Authenticator(ORIGIN).get((await server().call('askSignInPasskey')).data)
    for (let call = 0; call < 20; call += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:1:2::${call.toString(16)}` }
      expect((await server().call('signInWithPasskey', { body: { response }, headers })).status).toBe(400)
    }
    expect(await database().db.$count(securityEvents)).toBe(1)
  })

  describe('recovery codes', () => {
    test('come with the first factor: ten, each of which works once, however it is typed', async () => {
      const { codes } = await addApp()
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/)
      const [code = ''] = codes
      const typed = { kind: 'recovery', code: ` ${code.replace('-', ' ').toLowerCase()}` }
      expect(isSession(await confirm(await ticketOf(), typed))).toBe(true)
      expect(await confirm(await ticketOf(), { kind: 'recovery', code })).toMatchObject({ status: 400 })
      expect(await database().db.$count(recoveryCodes)).toBe(9)
    })

    test('are stored as hashes that need the secret', async () => {
      const { codes } = await addApp()
      const rows = JSON.stringify(await database().db.select().from(recoveryCodes))
      for (const code of codes) expect(rows).not.toContain(code.replace('-', ''))
    })

    test('are replaced by new ones', async () => {
      const { codes, token } = await addApp()
      const renewed = codesReply.parse((await server().call('renewRecoveryCodes', { token })).data).recoveryCodes ?? []
      expect(await confirm(await ticketOf(), { kind: 'recovery', code: codes[0] })).toMatchObject({ status: 400 })
      expect(isSession(await confirm(await ticketOf(), { kind: 'recovery', code: renewed[0] }))).toBe(true)
    })

    test('prove who the user is while they are replaced', async () => {
      const { codes, token } = await addApp()
      const renew = () => server().call('renewRecoveryCodes', { token })
      let [code] = codes
      for (let round = 0; round < 5; round += 1) {
        const proof = { kind: 'recovery', code }
        const prove = server().call('confirmIdentity', { token, body: { proof } })
        const [proved, renewed] = await Promise.all([prove, renew()])
        // Whichever came first.
        expect([200, 400]).toContain(proved.status)
        expect(renewed.status).toBe(200)
        code = codesReply.parse((await renew()).data).recoveryCodes?.[0]
      }
    })

    test('stand in for a factor, so there are none without one', async () => {
      const token = await server().tokenOf(paul.userId)
      expect(await server().call('renewRecoveryCodes', { token })).toMatchObject({
        status: 400,
        message: 'Recovery codes stand in for a passkey or an authenticator app. Add one first.',
      })
    })
  })

  describe('a passkey', () => {
    const byPasskey = async (passkey: Authenticator, behavior?: Parameters<Authenticator['get']>[1]) => {
      const { data } = await server().call('askSignInPasskey')
      return await server().call('signInWithPasskey', { body: { response: passkey.get(data, behavior) } })
    }

    test('signs in without a password', async () => {
      const { passkey, added } = await addPasskey()
      expect(codesReply.parse(added.data).recoveryCodes).toHaveLength(10)
      const reply = await byPasskey(passkey)
      expect(reply.data).toMatchObject({ userId: paul.userId, userEmail: paul.email, isRememberMe: false })
      expect(reply.headers.getSetCookie()).toHaveLength(3)
      expect(isSession(await byPasskey(passkey))).toBe(true)
    })

    test('is a second factor after the password', async () => {
      const { passkey } = await addPasskey()
      const { ticket, methods } = ticketReply.parse((await signIn()).data)
      expect(methods).toEqual(['passkey', 'recovery'])
      const { data } = await server().call('askTicketPasskey', { body: { ticket } })
      expect(isSession(await confirm(ticket, { kind: 'passkey', response: passkey.get(data) }))).toBe(true)
    })

    test('answers each question once, and only the one that it was asked', async () => {
      const { passkey } = await addPasskey()
      const { data } = await server().call('askSignInPasskey')
      const response = passkey.get(data)
      const use = () => server().call('signInWithPasskey', { body: { response } })
      expect(isSession(await use())).toBe(true)
      const refused = { status: 400, message: 'This passkey was not accepted here. Sign in with your password.' }
      expect(await use()).toMatchObject(refused)
      const ticket = await ticketOf()
      const other = await server().call('askSignInPasskey')
      expect(await confirm(ticket, { kind: 'passkey', response: passkey.get(other.data) })).toMatchObject(
        at('code', 'This passkey was not accepted. Try again, or use another method.'),
      )
    })

    test('is refused five minutes after the question', async () => {
      const { passkey } = await addPasskey()
      const { data } = await server().call('askSignInPasskey')
      later(300)
      const body = { response: passkey.get(data) }
      expect((await server().call('signInWithPasskey', { body })).status).toBe(400)
    })

    test.each([
      ['from another site', { origin: 'https://portal.example.attacker.example' }],
      ['without a PIN or fingerprint', { isVerified: false }],
    ])('is refused %s', async (_, behavior) => {
      const { passkey } = await addPasskey()
      expect((await byPasskey(passkey, behavior)).status).toBe(400)
      expect(isSession(await byPasskey(passkey))).toBe(true)
    })

    test('of nobody here is refused', async () => {
      const stranger = new Authenticator(ORIGIN)
      expect((await byPasskey(stranger)).status).toBe(400)
    })

    test('of someone else is no second factor', async () => {
      const { passkey } = await addPasskey()
      const token = await server().tokenOf(ada.userId)
      const { setup, key } = setupReply.parse((await server().call('beginAuthenticatorApp', { token })).data)
      await server().call('addAuthenticatorApp', { token, body: { setup, code: codeOf(key) } })
      const signedIn = await server().call('signIn', { body: { username: ada.email, password: TEST_PASSWORD } })
      const { ticket } = ticketReply.parse(signedIn.data)
      const { data } = await server().call('askTicketPasskey', { body: { ticket } })
      expect(await confirm(ticket, { kind: 'passkey', response: passkey.get(data) })).toMatchObject(startOver)
    })

    test('is renamed and removed by its owner only', async () => {
      const { token } = await addPasskey()
      const list = async () => {
        const { data } = await server().call('getSignInMethods', { token })
        return z.object({ passkeys: z.array(z.object({ id: z.int(), name: z.string() })) }).parse(data).passkeys
      }
      const [{ id = 0 } = {}] = await list()
      const stranger = await server().tokenOf(ada.userId)
      const gone = { status: 404, message: 'This passkey has been removed already.' }
      const rename = (by: string) => server().call('renamePasskey', { token: by, body: { id, name: 'Office laptop' } })
      const remove = (by: string) => server().call('removePasskey', { token: by, body: { id } })
      expect(await rename(stranger)).toMatchObject(gone)
      expect(await remove(stranger)).toMatchObject(gone)
      expect((await rename(token)).status).toBe(200)
      expect(await list()).toEqual([{ id, name: 'Office laptop' }])
      expect((await remove(token)).status).toBe(200)
      expect(await list()).toEqual([])
      expect(await database().db.$count(recoveryCodes)).toBe(0)
      expect(isSession(await signIn())).toBe(true)
    })

    test('is asked for a limited number of times', async () => {
      const { token } = await addPasskey()
      const ticket = await ticketOf()
      const ask = async (name: EndpointName, request: TestRequest, times: number) => {
        await database().db.delete(passkeyChallenges)
        for (let time = 0; time < times; time += 1) await server().call(name, request)
        expect((await server().call(name, request)).status).toBe(429)
        expect(await database().db.$count(passkeyChallenges)).toBe(times)
      }
      await ask('askTicketPasskey', { body: { ticket } }, 600)
      // One passkey has been added.
      await ask('beginPasskey', { token }, 99)
      server().renew()
      await ask('askProofPasskey', { token }, 100)
    })

    test('needs a host name', async () => {
      const on = await startTestServer(database(), { publicUrl: 'https://10.1.2.3' })
      on.now = START
      expect(await on.call('askSignInPasskey')).toMatchObject({
        status: 503,
        message: 'Passkeys need a domain name; this address is an IP address. Open the portal at its name.',
      })
      await on.stop()
    })
  })

  test('lists what the user has', async () => {
    const { token } = await addApp()
    await addPasskey('Blue key')
    await confirm(await ticketOf(), { kind: 'code', code: '000000' })
    expect((await server().call('getSignInMethods', { token })).data).toEqual({
      hasPassword: true,
      passkeys: [
        { id: expect.any(Number), name: 'Blue key', addedAtUtc: '2026-11-20T15:00:30.000Z', lastUsedAtUtc: null },
      ],
      authenticatorApp: { addedAtUtc: '2026-11-20T15:00:00.000Z', lastUsedAtUtc: null },
      recoveryCodesLeft: 10,
      identity: null,
      isRequired: false,
    })
  })

  describe('ten minutes after the sign-in', () => {
    test('changes need a new proof', async () => {
      const { token, key, codes } = await addApp()
      const { token: other, passkey } = await addPasskey()
      later(10 * 60)
      const renew = () => server().call('renewRecoveryCodes', { token })
      const prove = (proof: Record<string, unknown>) => server().call('confirmIdentity', { token, body: { proof } })
      const needed = ['beginPasskey', 'beginAuthenticatorApp', 'removeAuthenticatorApp', 'renewRecoveryCodes'] as const
      for (const name of needed) expect(await server().call(name, { token })).toMatchObject(confirmFirst)
      expect(await server().call('removePasskey', { token, body: { id: 1 } })).toMatchObject(confirmFirst)
      expect(await prove({ kind: 'password', password: 'a guess' })).toMatchObject(
        at('password', 'Enter correct Password'),
      )
      expect(await prove({ kind: 'code', code: '000000' })).toMatchObject({ status: 400 })
      expect(await renew()).toMatchObject(confirmFirst)
      const { data } = await server().call('askProofPasskey', { token })
      const proofs = [
        { kind: 'password', password: TEST_PASSWORD },
        { kind: 'code', code: codeOf(key) },
        { kind: 'recovery', code: codes[0] },
        { kind: 'passkey', response: passkey.get(data) },
      ]
      for (const proof of proofs) {
        await database().db.update(userSessions).set({ confirmedAt: null })
        expect(await prove(proof)).toMatchObject({ status: 200 })
        expect(await server().call('beginAuthenticatorApp', { token })).toMatchObject({ status: 200 })
        // Only this session's user has proved it.
        expect(await server().call('beginAuthenticatorApp', { token: other })).toMatchObject(confirmFirst)
      }
    })
  })

  test('every change is logged and told by email', async () => {
    const { token } = await addApp()
    await addPasskey()
    await server().call('renewRecoveryCodes', { token })
    await server().call('removeAuthenticatorApp', { token })
    const events = await database().db.select().from(securityEvents).where(eq(securityEvents.kind, 'factor'))
    expect(events.map(({ reason, userId }) => [userId, reason])).toEqual(
      ['app added', 'passkey added', 'codes renewed', 'app removed'].map((reason) => [paul.userId, reason]),
    )
    const sent = await database().db.select().from(jobs)
    expect(
      sent.map(({ payload }) => z.object({ to: z.string(), subject: z.string() }).parse(payload)).toSorted(),
    ).toEqual(
      expect.arrayContaining([
        { to: paul.email, subject: 'An authenticator app was added to your Homeroom account' },
        { to: paul.email, subject: 'A passkey was added to your Homeroom account' },
        { to: paul.email, subject: 'Your Homeroom account has new recovery codes' },
        { to: paul.email, subject: 'The authenticator app was removed from your Homeroom account' },
      ]),
    )
  })

  test('an administrator resets it, and the user is told', async () => {
    await addApp()
    const ticket = await ticketOf()
    await database().db.delete(jobs)
    await allowScreen(database(), 'Administrators', 'Permissions')
    const token = await server().tokenOf(ada.userId)
    const reset = (id: number) => server().call('resetSignInMethods', { token, body: { id } })
    expect(await reset(ada.userId)).toMatchObject({
      status: 400,
      message: 'Change your own sign-in methods under Security.',
    })
    expect(await reset(99)).toMatchObject({ status: 404, message: 'User not found.' })
    expect((await reset(paul.userId)).status).toBe(200)
    expect(await confirm(ticket, { kind: 'code', code: '000000' })).toMatchObject(startOver)
    expect(isSession(await signIn())).toBe(true)
    const logged = await database().db.select().from(securityEvents).where(eq(securityEvents.reason, 'reset'))
    expect(logged).toMatchObject([{ kind: 'factor', userId: paul.userId, byId: ada.userId }])
    const sent = await database().db.select().from(jobs)
    expect(sent.map(({ payload }) => payload)).toMatchObject([
      { to: paul.email, subject: 'The sign-in methods of your Homeroom account were reset' },
    ])
    const others = await server().tokenOf(paul.userId)
    expect((await server().call('resetSignInMethods', { token: others, body: { id: 1 } })).status).toBe(403)
  })

  test('an administrator who signed in too long ago proves who they are before a reset', async () => {
    await addApp()
    await allowScreen(database(), 'Administrators', 'Permissions')
    const token = await server().tokenOf(ada.userId)
    later(11 * 60)
    const reset = () => server().call('resetSignInMethods', { token, body: { id: paul.userId } })
    expect(await reset()).toMatchObject(confirmFirst)
    expect(await database().db.$count(authenticatorApps)).toBe(1)
    const proof = { kind: 'password', password: TEST_PASSWORD }
    expect((await server().call('confirmIdentity', { token, body: { proof } })).status).toBe(200)
    expect((await reset()).status).toBe(200)
    expect(await database().db.$count(authenticatorApps)).toBe(0)
  })

  describe('where a role needs one', () => {
    const strict = async (run: (on: Awaited<ReturnType<typeof startTestServer>>) => Promise<void>) => {
      const on = await startTestServer(database(), { publicUrl: ORIGIN, factorRoles: ['Providers'] })
      on.now = START
      await run(on)
      await on.stop()
    }
    const body = { username: paul.email, password: TEST_PASSWORD }

    test('a user without one can add one and nothing else', () =>
      strict(async (on) => {
        const signedIn = sessionSchema.parse((await on.call('signIn', { body })).data)
        expect(signedIn.mustAddFactor).toBe(true)
        const token = signedIn.accessToken
        expect(await on.call('getDevices', { token })).toMatchObject({
          status: 403,
          message: 'Your role requires a second sign-in method. Add one to continue.',
          data: { mustAddFactor: true },
        })
        const { setup, key } = setupReply.parse((await on.call('beginAuthenticatorApp', { token })).data)
        expect((await on.call('addAuthenticatorApp', { token, body: { setup, code: codeOf(key) } })).status).toBe(200)
        expect((await on.call('getDevices', { token })).status).toBe(200)
        expect(await on.call('removeAuthenticatorApp', { token })).toMatchObject({
          status: 400,
          message: 'Your role needs a passkey or an authenticator app. Add another one before you remove this one.',
        })
        expect(await database().db.$count(authenticatorApps)).toBe(1)
      }))

    test('a session from before the setting can do no more, with a new token either', () =>
      strict(async (on) => {
        const { token: old, cookie } = await server().sessionOf(paul.userId)
        const { data } = await on.call('refreshToken', {
          body: { userid: paul.userId, email: paul.email },
          headers: { userid: String(paul.userId), token: old, cookie },
        })
        const { accessToken: token } = z.object({ accessToken: z.string() }).parse(data)
        const open: string[] = []
        for (const name of Object.keys(api) as EndpointName[]) {
          if (name === 'logout' || api[name].access.kind === 'public') continue
          const { status, data: refused } = await on.call(name, { token })
          if (status !== 403 || !addFirst.safeParse(refused).success) open.push(name)
        }
        expect(open.toSorted()).toEqual([
          'addAuthenticatorApp',
          'addPasskey',
          'askProofPasskey',
          'beginAuthenticatorApp',
          'beginPasskey',
          'confirmIdentity',
          'getRoleAccess',
          'getSignInMethods',
        ])
      }))

    test('the last two factors are not both removed, also at once', () =>
      strict(async (on) => {
        const { token } = await addApp()
        await addPasskey()
        const [{ id = 0 } = {}] = await database().db.select().from(passkeys)
        const replies = await Promise.all([
          on.call('removePasskey', { token, body: { id } }),
          on.call('removeAuthenticatorApp', { token }),
        ])
        expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
      }))

    test('other roles notice nothing', () =>
      strict(async (on) => {
        const reply = await on.call('signIn', { body: { ...body, username: ada.email } })
        const { mustAddFactor, accessToken: token } = sessionSchema.parse(reply.data)
        expect(mustAddFactor).toBeUndefined()
        expect((await on.call('getDevices', { token })).status).toBe(200)
      }))
  })

  test('wrong codes slow down only codes', async () => {
    await addApp()
    const ticket = await ticketOf()
    for (let guess = 0; guess < 6; guess += 1) await confirm(ticket, { kind: 'code', code: '000000' })
    expect(await confirm(ticket, { kind: 'code', code: '000000' })).toMatchObject({ status: 429 })
    expect((await signIn()).status).toBe(200)
    expect(await database().db.$count(signInPaces)).toBeGreaterThan(0)
  })

  describe('an attacker', () => {
    /** What a ticket asks for. */
    const askFor = async (ticket: string) => (await server().call('askTicketPasskey', { body: { ticket } })).data
    const alone = async () => (await server().call('askSignInPasskey')).data
    const useAlone = (response: unknown) => server().call('signInWithPasskey', { body: { response } })
    const sessionCount = () => database().db.$count(userSessions)

    test('gets one session for a ticket, with whatever proofs at once', async () => {
      const { key, codes } = await addApp()
      const { passkey } = await addPasskey()
      const before = await sessionCount()
      const ticket = await ticketOf()
      const response = passkey.get(await askFor(ticket))
      const replies = await Promise.all([
        confirm(ticket, { kind: 'code', code: codeOf(key) }),
        confirm(ticket, { kind: 'recovery', code: codes[0] }, '10.0.0.2'),
        confirm(ticket, { kind: 'recovery', code: codes[1] }, '10.0.0.3'),
        confirm(ticket, { kind: 'passkey', response }),
      ])
      expect(replies.filter(isSession)).toHaveLength(1)
      expect(await sessionCount()).toBe(before + 1)
    })

    test('gets one session for a recovery code or a passkey, with two tickets at once', async () => {
      const { codes } = await addApp()
      const { passkey } = await addPasskey()
      const tickets = [await ticketOf(), await ticketOf(), await ticketOf(), await ticketOf()] as const
      const useTwice = async (one: string, other: string, proof: Record<string, unknown>) => {
        const replies = await Promise.all([confirm(one, proof, '10.0.0.2'), confirm(other, proof, '10.0.0.3')])
        expect(replies.filter(isSession)).toHaveLength(1)
      }
      await useTwice(tickets[0], tickets[1], { kind: 'recovery', code: codes[0] })
      await useTwice(tickets[2], tickets[3], { kind: 'passkey', response: passkey.get(await askFor(tickets[2])) })
    })

    test("gets nothing for someone else's proofs, and uses none of them up", async () => {
      await addApp()
      await addPasskey()
      const hers = await addApp(ada)
      const { passkey } = await addPasskey('Hers', ada)
      const ticket = await ticketOf()
      const herTicket = ticketReply.parse((await signIn('10.0.0.9', '', ada)).data).ticket
      const proofs = [
        { kind: 'code', code: codeOf(hers.key) },
        { kind: 'recovery', code: hers.codes[0] },
        { kind: 'passkey', response: passkey.get(await askFor(herTicket)) },
        { kind: 'passkey', response: passkey.get(await askFor(ticket)) },
      ]
      for (const proof of proofs) expect(await confirm(ticket, proof)).toMatchObject({ status: 400 })
      for (const proof of proofs.slice(0, 2)) {
        const { ticket: again } = ticketReply.parse((await signIn('10.0.0.9', '', ada)).data)
        expect(isSession(await confirm(again, proof))).toBe(true)
      }
    })

    test.each<[string, (answer: ReturnType<Authenticator['get']>, older: unknown) => unknown]>([
      ['the handle of someone else', (answer) => ({ ...answer, response: { ...answer.response, userHandle: 'AAAA' } })],
      ['no handle', (answer) => ({ ...answer, response: { ...answer.response, userHandle: undefined } })],
      ['a lower count than before, as of a copy', (_, older) => older],
    ])('does not get in with a passkey and %s', async (_, changed) => {
      const { passkey } = await addPasskey()
      const older = passkey.get(await alone())
      expect(isSession(await useAlone(passkey.get(await alone())))).toBe(true)
      expect(await useAlone(changed(passkey.get(await alone()), older))).toMatchObject({ status: 400 })
    })

    test('does not get in with a passkey of another host, or of a deactivated user', async () => {
      const { passkey } = await addPasskey()
      const options = z.record(z.string(), z.unknown()).parse(await alone())
      expect(await useAlone(passkey.get({ ...options, rpId: 'elsewhere.example' }))).toMatchObject({ status: 400 })
      await database().pool.query('update users set is_active = false where id = $1', [paul.userId])
      expect(await useAlone(passkey.get(await alone()))).toMatchObject({ status: 403 })
    })

    test("cannot add a passkey that was made for someone else, is someone else's, or twice", async () => {
      const token = await server().tokenOf(paul.userId)
      const other = await server().tokenOf(ada.userId)
      const make = async (by: string, passkey: Authenticator) =>
        passkey.create((await server().call('beginPasskey', { token: by })).data)
      const add = (by: string, response: unknown) =>
        server().call('addPasskey', { token: by, body: { name: 'Any', response } })
      const passkey = new Authenticator(ORIGIN)
      const response = await make(token, passkey)
      expect(await add(other, response)).toMatchObject({ status: 400 })
      const twice = await Promise.all([add(token, response), add(token, response)])
      expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400])
      expect(await add(other, await make(other, passkey))).toMatchObject({ status: 400 })
      expect(await database().db.$count(passkeys)).toBe(1)
    })

    test('gets 400 for garbled answers of authenticators, at once', async () => {
      const { passkey, token } = await addPasskey()
      const text = (bytes: Buffer) => bytes.toString('base64url')
      const deep = [Buffer.alloc(14_000, 0x81), Buffer.alloc(14_000, 0xa1)]
      // Arrays, maps and bytes that say that they are longer than any memory.
      const huge = ['9bffffffffffffffff', 'bbffffffffffffffff', '9affffffff', '5bffffffffffffffff00'].map((hex) =>
        Buffer.from(hex, 'hex'),
      )
      const garbage = [Buffer.alloc(0), Buffer.alloc(37), Buffer.from('null'), ...deep, ...huge].map(text)
      const start = performance.now()
      for (const part of garbage) {
        const made = new Authenticator(ORIGIN).create((await server().call('beginPasskey', { token })).data)
        for (const field of ['clientDataJSON', 'attestationObject']) {
          const response = { ...made, response: { ...made.response, [field]: part } }
          const reply = await server().call('addPasskey', { token, body: { name: 'Any', response } })
          expect(reply).toMatchObject({ status: 400 })
        }
        for (const field of ['clientDataJSON', 'authenticatorData', 'signature']) {
          const used = passkey.get(await alone())
          expect(await useAlone({ ...used, response: { ...used.response, [field]: part } })).toMatchObject({
            status: 400,
          })
        }
      }
      expect(performance.now() - start).toBeLessThan(10_000)
    })

    test('with a session guesses ten passwords and six codes, also at once', async () => {
      const { token } = await addApp()
      const guessed = async (proof: Record<string, unknown>) => {
        const guess = (_: unknown, index: number) =>
          server().call('confirmIdentity', {
            token,
            body: { proof },
            headers: { 'x-forwarded-for': `10.4.0.${index}` },
          })
        const replies = await Promise.all(Array.from({ length: 30 }, guess))
        return replies.filter(({ status }) => status === 400).length
      }
      expect(await guessed({ kind: 'password', password: 'a guess' })).toBe(10)
      expect(await guessed({ kind: 'code', code: '000000' })).toBe(6)
    })

    test('with a refreshed session has no fresh proof', async () => {
      const { token, cookie } = await server().sessionOf(paul.userId)
      later(11 * 60)
      const { data } = await server().call('refreshToken', {
        body: { userid: paul.userId, email: paul.email },
        headers: { userid: String(paul.userId), token, cookie },
      })
      const { accessToken } = z.object({ accessToken: z.string() }).parse(data)
      expect(await server().call('beginPasskey', { token: accessToken })).toMatchObject(confirmFirst)
    })

    test('gains nothing from a clock that is set back', async () => {
      const { key } = await addApp()
      later(60)
      const proof = { kind: 'code', code: codeOf(key) }
      expect(isSession(await confirm(await ticketOf(), proof))).toBe(true)
      later(-30)
      const used = at('code', 'This code was already used. Wait for the next one.')
      expect(await confirm(await ticketOf(), proof)).toMatchObject(used)
      expect(await confirm(await ticketOf(), { kind: 'code', code: codeOf(key) })).toMatchObject(used)
    })

    test('finds no secret in the log, nor in what is kept for repeats', async () => {
      const repeatable = () => ({ 'idempotency-key': crypto.randomUUID() })
      const token = await server().tokenOf(paul.userId)
      const begun = await server().call('beginAuthenticatorApp', { token, headers: repeatable() })
      const { setup, key } = setupReply.parse(begun.data)
      const body = { setup, code: codeOf(key) }
      const added = await server().call('addAuthenticatorApp', { token, body, headers: repeatable() })
      const codes = codesReply.parse(added.data).recoveryCodes ?? []
      later(30)
      const ticket = await ticketOf()
      await database().pool.query('alter table authenticator_apps rename to away')
      const failed = await confirm(ticket, { kind: 'code', code: codeOf(key) })
      await database().pool.query('alter table away rename to authenticator_apps')
      expect(failed.status).toBe(500)
      expect(server().logs).toContain('Failed query')
      expect(await database().db.$count(idempotencyKeys)).toBe(0)
      expect(codes).toHaveLength(10)
      for (const secret of [setup, key, ...codes, ticket, token, TEST_PASSWORD])
        expect(server().logs).not.toContain(secret)
    })
  })

  describe('the first factor', () => {
    test('ends the sessions that began with the password alone, and says why', async () => {
      const thief = await server().sessionOf(paul.userId)
      const { token } = await addApp()
      const refreshed = await server().call('refreshToken', {
        body: { userid: paul.userId, email: paul.email },
        headers: { userid: String(paul.userId), ...thief },
      })
      expect(refreshed).toMatchObject({
        status: 401,
        errors: [
          {
            path: 'session',
            message:
              'A passkey or an authenticator app was added to your account, so all other devices were signed out.',
          },
        ],
      })
      expect((await server().call('getDevices', { token })).status).toBe(200)
      // Not so the next one.
      const other = await server().tokenOf(paul.userId)
      await addPasskey()
      expect((await server().call('getDevices', { token: other })).status).toBe(200)
    })

    test('leaves no session to sign-ins at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        await database().db.delete(authenticatorApps)
        await database().db.delete(recoveryCodes)
        await database().db.delete(userSessions)
        later(60)
        const adding = addApp()
        const replies = await Promise.all(Array.from({ length: 4 }, (_, index) => signIn(`10.0.${round}.${index}`)))
        await adding
        for (const { status } of replies) expect(status).toBe(200)
        expect(await database().db.$count(userSessions, isNull(userSessions.endedAt))).toBe(1)
      }
    })
  })

  test('two first factors at once come with one set of recovery codes', async () => {
    const token = await server().tokenOf(paul.userId)
    const { setup, key } = setupReply.parse((await server().call('beginAuthenticatorApp', { token })).data)
    const response = new Authenticator(ORIGIN).create((await server().call('beginPasskey', { token })).data)
    const replies = await Promise.all([
      server().call('addPasskey', { token, body: { name: 'My phone', response } }),
      server().call('addAuthenticatorApp', { token, body: { setup, code: codeOf(key) } }),
    ])
    const codes = replies.map(({ data }) => codesReply.parse(data).recoveryCodes?.length ?? 0)
    expect(codes.toSorted()).toEqual([0, 10])
    expect(await database().db.$count(recoveryCodes)).toBe(10)
  })

  test('sign-ins, proofs and changes of one user at once end without a deadlock', async () => {
    await allowScreen(database(), 'Administrators', 'Permissions')
    const administrator = await server().tokenOf(ada.userId)
    const reset = () => server().call('resetSignInMethods', { token: administrator, body: { id: paul.userId } })
    for (let round = 0; round < 5; round += 1) {
      const { token, key, codes } = await addApp()
      const { passkey } = await addPasskey()
      const [one, other] = [await ticketOf(`10.9.${round}.1`), await ticketOf(`10.9.${round}.2`)]
      const { data } = await server().call('askTicketPasskey', { body: { ticket: one } })
      const proof = { kind: 'passkey', response: passkey.get((await server().call('askProofPasskey', { token })).data) }
      const [{ id = 0 } = {}] = await database().db.select().from(passkeys)
      const replies = await Promise.all([
        confirm(one, { kind: 'passkey', response: passkey.get(data) }, `10.9.${round}.1`),
        confirm(other, { kind: 'code', code: codeOf(key) }, `10.9.${round}.2`),
        server().call('confirmIdentity', { token, body: { proof } }),
        server().call('confirmIdentity', { token, body: { proof: { kind: 'recovery', code: codes[0] } } }),
        server().call('renewRecoveryCodes', { token }),
        server().call('removePasskey', { token, body: { id } }),
        server().call('signOutOthers', { token }),
        reset(),
      ])
      for (const { status } of replies) expect([200, 400, 404]).toContain(status)
      await reset()
    }
  })
})
