import { beforeEach, expect, test } from 'vitest'
import { describeEngines, truncateAll, useDatabase } from '#tests/support/server/database.ts'
import {
  addPeople,
  PEOPLE,
  TEST_PASSWORD,
  TEST_TIME_ZONE,
  type TestReply,
  useTestServer,
} from '#tests/support/server/test-server.ts'

const HOUR = 3_600_000
const { Administrators: ada, Providers: paul } = PEOPLE
const expired = { status: 401, message: 'Your session has been expired. Please login again!', data: null }

describeEngines('signing in', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database, {
    proxies: 1,
    signInLimits: { perNameAndAddress: 3, perName: 6, perAddress: 8 },
  })
  let address = 0
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().now = new Date('2026-11-20T15:00:00Z')
    // Each test signs in from its own address, since attempts are limited by address.
    address += 1
  })

  /** The refresh cookies by the access token of their sign-in. */
  const jar = new Map<string, string>()
  const cookieOf = ({ headers }: TestReply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const signIn = (username: string, password: string, rest: Record<string, unknown> = {}, from = `10.0.0.${address}`) =>
    server().call('signIn', { body: { username, password, ...rest }, headers: { 'x-forwarded-for': from } })

  const tokenOf = async (email: string, rest?: Record<string, unknown>): Promise<string> => {
    const reply = await signIn(email, TEST_PASSWORD, rest)
    const { accessToken } = reply.data as { accessToken: string }
    jar.set(accessToken, cookieOf(reply))
    return accessToken
  }
  const access = (token: string, id = 2) => server().call('getRoleAccess', { token, body: { id } })

  test('returns the session as the browser stores it', async () => {
    const { status, data } = await signIn(` ${paul.email.toUpperCase()} `, TEST_PASSWORD, { rememberme: true })
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
    })
  })

  test('gives the same answer to a wrong password and an unknown user', async () => {
    const wrong = { status: 400, message: 'Incorrect username or password', data: null }
    expect(await signIn(ada.email, `${TEST_PASSWORD} `)).toMatchObject(wrong)
    expect(await signIn('nobody@district.example', TEST_PASSWORD)).toMatchObject(wrong)
  })

  test('reports missing fields', async () => {
    expect(await signIn('  ', 'x')).toMatchObject({
      status: 400,
      message: 'Username is required',
      errors: [{ path: 'username', message: 'Username is required' }],
    })
    expect(await signIn(ada.email, '')).toMatchObject({
      status: 400,
      message: 'Password is required',
      errors: [{ path: 'password', message: 'Password is required' }],
    })
  })

  test('reveals a deactivated account only to someone who knows its password', async () => {
    await database().pool.query('update users set is_active = false where id = $1', [paul.userId])
    const deactivated = { status: 403, message: 'Your account has been deactivated', data: null }
    expect(await signIn(paul.email, TEST_PASSWORD)).toMatchObject(deactivated)
    expect(await signIn(paul.email, 'a guess')).toMatchObject({ message: 'Incorrect username or password' })
  })

  test('rejects users without a password', async () => {
    await database().pool.query('update users set password_hash = null where id = $1', [paul.userId])
    expect(await signIn(paul.email, 'no one has this password')).toMatchObject({ status: 400 })
  })

  test('refuses attempts over the limit for a name and address, even with the right password', async () => {
    for (let tries = 0; tries < 3; tries += 1) expect((await signIn(ada.email, 'a guess')).status).toBe(400)
    const refused = await signIn(ada.email, TEST_PASSWORD)
    expect(refused).toMatchObject({
      status: 429,
      message: 'Too many attempts. Please try again in 15 minutes.',
      data: null,
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect((await signIn(ada.email, TEST_PASSWORD, {}, '10.9.9.9')).status).toBe(200)
    expect((await signIn(paul.email, TEST_PASSWORD)).status).toBe(200)
  })

  test('refuses attempts at many names from one address', async () => {
    for (let tries = 0; tries < 8; tries += 1) await signIn(`someone${tries}@district.example`, 'a guess')
    expect((await signIn(ada.email, TEST_PASSWORD)).status).toBe(429)
  })

  test('does not count successful sign-ins', async () => {
    for (let times = 0; times < 12; times += 1) expect((await signIn(ada.email, TEST_PASSWORD)).status).toBe(200)
  })

  test('holds the limit during a burst of attempts', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(paul.email, 'a guess', {}, '10.7.7.7')))
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  test('ends the session and all its tokens at logout', async () => {
    const token = await tokenOf(paul.email)
    expect((await access(token)).status).toBe(200)
    expect(await server().call('logout', { token })).toMatchObject({ status: 200, data: null })
    expect(await access(token)).toMatchObject(expired)
    expect(await server().call('logout', { token })).toMatchObject(expired)
    const { rows } = await database().pool.query('select ended_by, ended_at from user_sessions')
    expect(rows).toEqual([{ ended_by: 'logout', ended_at: new Date('2026-11-20T15:00:00Z') }])
  })

  test('keeps sessions on other browsers', async () => {
    const here = await tokenOf(paul.email)
    const there = await tokenOf(paul.email)
    await server().call('logout', { token: here })
    expect((await access(there)).status).toBe(200)
  })

  const after = (hours: number) => {
    server().now = new Date(new Date('2026-11-20T15:00:00Z').getTime() + hours * HOUR)
  }
  const refresh = async (token: string) => {
    const headers = { token, userid: String(paul.userId), cookie: jar.get(token) ?? '' }
    const reply = await server().call('refreshToken', { headers, body: { userid: paul.userId, email: paul.email } })
    if (reply.status === 200) jar.set(token, cookieOf(reply))
    return reply
  }

  test('ends a session after an hour without use', async () => {
    const token = await tokenOf(paul.email)
    after(0.99)
    expect((await refresh(token)).status).toBe(200)
    after(1.9)
    expect((await refresh(token)).status).toBe(200)
    after(2.91)
    expect(await refresh(token)).toMatchObject(expired)
  })

  test('ends a session after half a day, even if active', async () => {
    const token = await tokenOf(paul.email)
    for (let hours = 0.5; hours < 12; hours += 0.5) {
      after(hours)
      expect((await refresh(token)).status).toBe(200)
    }
    after(12)
    expect(await refresh(token)).toMatchObject(expired)
  })

  test("with 'Keep me logged in', ends after two weeks without use, or two months in total", async () => {
    const token = await tokenOf(paul.email, { rememberme: true })
    for (const days of [13, 26, 39, 52, 59.9]) {
      after(days * 24)
      expect((await refresh(token)).status).toBe(200)
    }
    after(60 * 24)
    expect(await refresh(token)).toMatchObject(expired)
    after(0)
    const other = await tokenOf(paul.email, { rememberme: true })
    after(14 * 24)
    expect(await refresh(other)).toMatchObject(expired)
  })
})
