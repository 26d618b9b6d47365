import { isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { userSessions } from '#server/db/schema/sign-in.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import {
  addPeople,
  PEOPLE,
  startTestServer,
  TEST_PASSWORD,
  TEST_TIME_ZONE,
  type TestReply,
  type TestServer,
  useTestServer,
} from '#tests/support/server/test-server.ts'
import { DEFAULT_SIGN_IN_LIMITS, type SignInLimits } from './guessing.ts'

const HOUR = 3_600_000
const { Administrators: ada, Providers: paul } = PEOPLE
const expired = { status: 401, message: 'Your session has been expired. Please login again!', data: null }

/** Fewer attempts than usual, which take their time. */
const LIMITS: SignInLimits = {
  ...DEFAULT_SIGN_IN_LIMITS,
  perSource: { ...DEFAULT_SIGN_IN_LIMITS.perSource, free: 3 },
  perAccount: { ...DEFAULT_SIGN_IN_LIMITS.perAccount, free: 6 },
  perAddress: { ...DEFAULT_SIGN_IN_LIMITS.perAddress, free: 8 },
}

describe('signing in', () => {
  const database = useDatabase()
  const server = useTestServer(database, {
    proxies: 1,
    signInLimits: LIMITS,
  })
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().now = new Date('2026-11-20T15:00:00Z')
  })

  /** The refresh cookies by the access token of their sign-in. */
  const jar = new Map<string, string>()
  const cookieOf = ({ headers }: TestReply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const signIn = (
    username: string,
    password: string,
    rest: Record<string, unknown> = {},
    { from = '10.0.0.1', cookie = '', on = server() }: { from?: string; cookie?: string; on?: TestServer } = {},
  ) => {
    const headers = { 'x-forwarded-for': from, 'user-agent': 'A browser', cookie }
    return on.call('signIn', { body: { username, password, ...rest }, headers })
  }

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
      money: { currency: 'USD', locale: 'en-US' },
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

  describe('after failures', () => {
    const later = (seconds: number) => {
      server().now = new Date(server().time.getTime() + seconds * 1000)
    }
    const guess = async (times: number, name: string = ada.email, from?: (attempt: number) => string) => {
      const statuses: number[] = []
      for (let attempt = 0; attempt < times; attempt += 1) {
        statuses.push((await signIn(name, 'a guess', {}, from ? { from: from(attempt) } : {})).status)
      }
      return statuses
    }
    const right = async (options?: Parameters<typeof signIn>[3]) =>
      (await signIn(ada.email, TEST_PASSWORD, {}, options)).status
    /** The cookie by which a browser that has signed in is known. */
    const knownDevice = async (name: string = ada.email) => {
      const { headers } = await signIn(name, TEST_PASSWORD)
      return headers.getSetCookie().find((cookie) => cookie.startsWith('homeroom-device-')) ?? ''
    }
    const manyAddresses = (attempt: number) => `10.1.0.${attempt}`

    test('the next attempt waits, even with the right password, twice as long each time', async () => {
      expect(await guess(4)).toEqual([400, 400, 400, 400])
      const refused = await signIn(ada.email, TEST_PASSWORD)
      expect(refused).toMatchObject({ status: 429, message: 'Too many attempts. Please try again in 1 second.' })
      expect(refused.headers.get('retry-after')).toBe('1')
      for (const seconds of [1, 2, 4, 8]) {
        later(seconds - 0.001)
        expect(await guess(1)).toEqual([429])
        later(0.001)
        expect(await guess(1)).toEqual([400])
      }
      expect(await signIn(ada.email, TEST_PASSWORD)).toMatchObject({
        message: 'Too many attempts. Please try again in 16 seconds.',
      })
    })

    test('the wait is at most a quarter of an hour, and forgotten after a day', async () => {
      await guess(4)
      for (let wait = 1; wait < 2 * 900; wait *= 2) {
        later(Math.min(wait, 900))
        expect(await guess(1)).toEqual([400])
      }
      expect(await signIn(ada.email, 'a guess')).toMatchObject({
        message: 'Too many attempts. Please try again in 15 minutes.',
      })
      later(24 * 3600 + 1)
      expect(await guess(4)).toEqual([400, 400, 400, 400])
    })

    test('the right password starts over', async () => {
      await guess(3)
      expect(await right()).toBe(200)
      expect(await guess(4)).toEqual([400, 400, 400, 400])
    })

    test('other addresses and other accounts go on', async () => {
      await guess(4)
      expect(await right({ from: '10.9.9.9' })).toBe(200)
      expect((await signIn(paul.email, TEST_PASSWORD)).status).toBe(200)
    })

    test('at one account from many addresses, a known device goes on and others wait for at most a minute', async () => {
      const cookie = await knownDevice()
      await guess(6, ada.email, manyAddresses)
      expect(await guess(1, ada.email, () => '10.1.1.1')).toEqual([400])
      for (let wait = 1; wait < 200; wait *= 2) {
        expect(await right({ from: '10.9.9.9' })).toBe(429)
        later(Math.min(wait, 60))
        expect(await guess(1, ada.email, () => `10.1.2.${wait}`)).toEqual([400])
      }
      expect(await right({ cookie })).toBe(200)
      later(60)
      expect(await right({ from: '10.9.9.9' })).toBe(200)
    })

    test('at many accounts from one address, a known device goes on and others wait for at most ten seconds', async () => {
      const cookie = await knownDevice()
      for (let attempt = 0; attempt < 9; attempt += 1) await guess(1, `someone${attempt}@district.example`)
      for (let wait = 1; wait < 40; wait *= 2) {
        later(Math.min(wait, 10))
        await guess(1, `anyone${wait}@district.example`)
      }
      expect(await right()).toBe(429)
      expect(await right({ cookie })).toBe(200)
      later(10)
      expect(await right()).toBe(200)
    })

    test('a known device waits for its own', async () => {
      const cookie = await knownDevice()
      for (let attempt = 0; attempt < 4; attempt += 1) await signIn(ada.email, 'a guess', {}, { cookie })
      expect(await right({ cookie })).toBe(429)
      expect(await right()).toBe(200)
    })

    test('a device is known to its own account only, and only with our signature', async () => {
      const cookie = await knownDevice(paul.email)
      const own = (await knownDevice()).split(/[=;]/)
      await guess(4)
      const forged = `${own[0]}=${cookie.split(/[=;]/)[1]}`
      for (const other of [cookie, forged, `${own[0]}=x.y`, `${own[0]}=`])
        expect(await right({ cookie: other })).toBe(429)
      expect(await right({ cookie: `${own[0]}=${own[1]}` })).toBe(200)
    })

    test('a new password makes every device unknown but the one that chose it', async () => {
      const cookie = await knownDevice()
      const newPassword = 'a brand new password'
      const changed = await server().call('changePassword', {
        token: await tokenOf(ada.email),
        body: { oldPassword: TEST_PASSWORD, newPassword, confirmNewPassword: newPassword },
        headers: { cookie },
      })
      const renewed = changed.headers.getSetCookie().find((each) => each.startsWith('homeroom-device-')) ?? ''
      await guess(4)
      const signInWith = async (options?: Parameters<typeof signIn>[3]) =>
        (await signIn(ada.email, newPassword, {}, options)).status
      expect(await signInWith({ cookie })).toBe(429)
      expect(await signInWith({ cookie: renewed })).toBe(200)
      // The same device, not one that starts at zero.
      expect(renewed.split(/[=.]/)[1]).toBe(cookie.split(/[=.]/)[1])
    })

    test('a burst gains nothing', async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(ada.email, 'a guess')))
      expect(replies.filter(({ status }) => status === 400)).toHaveLength(4)
      const elsewhere = Array.from({ length: 12 }, (_, attempt) => guess(1, paul.email, () => manyAddresses(attempt)))
      expect((await Promise.all(elsewhere)).flat().filter((status) => status === 400)).toHaveLength(7)
    })

    test('all servers of a database count together', async () => {
      const other = await startTestServer(database(), { proxies: 1, signInLimits: LIMITS })
      other.now = server().time
      await guess(4)
      expect(await right({ on: other })).toBe(429)
      await other.stop()
    })
  })

  test('lets forty sign-ins of one user pass at once', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => signIn(ada.email, TEST_PASSWORD)))
    expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(200))
    expect(await database().db.$count(userSessions, isNull(userSessions.endedAt))).toBe(10)
  })

  test('logs who signed in or was refused, from where and why, but no password', async () => {
    await signIn(paul.email, 'a guess')
    await signIn('nobody@district.example', 'a guess')
    const token = await tokenOf(paul.email)
    await server().call('logout', { token })
    await database().pool.query('update users set is_active = false where id = $1', [paul.userId])
    await signIn(paul.email, TEST_PASSWORD)
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn(ada.email, 'a guess')
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn('nobody@district.example', 'a guess')
    const { rows } = await database().pool.query(
      'select kind, reason, user_id, account, address, user_agent from security_events order by id',
    )
    const from = { address: '10.0.0.1', user_agent: 'A browser' }
    const refused = (reason: string, user_id: number | null, account: string | null = null) => ({
      kind: 'refused',
      reason,
      user_id,
      account,
      ...from,
    })
    expect(rows).toEqual([
      refused('password', paul.userId),
      refused('unknown account', null, 'nobody@district.example'),
      { kind: 'sign-in', reason: null, user_id: paul.userId, account: null, ...from },
      { kind: 'ended', reason: 'logout', user_id: paul.userId, account: null, ...from },
      refused('deactivated', paul.userId),
      ...Array(4).fill(refused('password', ada.userId)),
      refused('too many attempts', ada.userId),
      ...Array(3).fill(refused('unknown account', null, 'nobody@district.example')),
      refused('too many attempts', null, 'nobody@district.example'),
    ])
  })

  test('logs ten attempts that have to wait per address and minute, whatever accounts they name', async () => {
    const limits = { ...DEFAULT_SIGN_IN_LIMITS, perAddress: { free: -10, most: 3600, forget: 3600 } }
    const strict = await startTestServer(database(), { proxies: 1, signInLimits: limits })
    strict.now = server().time
    const tries = async (from: string) => {
      for (let attempt = 0; attempt < 13; attempt += 1) {
        const body = { username: `${attempt}@district.example`, password: 'a guess' }
        await strict.call('signIn', { body, headers: { 'x-forwarded-for': from } })
      }
    }
    await tries('10.0.0.1')
    await tries('10.0.0.2')
    strict.now = new Date(server().time.getTime() + 60_000)
    await tries('10.0.0.1')
    const { rows } = await database().pool.query(
      `select address, at, count(*)::int from security_events where reason = 'too many attempts' group by 1, 2 order by 2, 1`,
    )
    expect(rows.map(({ address, count }) => [address, count])).toEqual([
      ['10.0.0.1', 10],
      ['10.0.0.2', 10],
      ['10.0.0.1', 10],
    ])
    await strict.stop()
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

  const atHour = (hours: number) => {
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
    atHour(0.99)
    expect((await refresh(token)).status).toBe(200)
    atHour(1.9)
    expect((await refresh(token)).status).toBe(200)
    atHour(2.91)
    expect(await refresh(token)).toMatchObject(expired)
  })

  test('ends a session after half a day, even if active', async () => {
    const token = await tokenOf(paul.email)
    for (let hours = 0.5; hours < 12; hours += 0.5) {
      atHour(hours)
      expect((await refresh(token)).status).toBe(200)
    }
    atHour(12)
    expect(await refresh(token)).toMatchObject(expired)
  })

  test("with 'Keep me logged in', ends after two weeks without use, or two months in total", async () => {
    const token = await tokenOf(paul.email, { rememberme: true })
    for (const days of [13, 26, 39, 52, 59.9]) {
      atHour(days * 24)
      expect((await refresh(token)).status).toBe(200)
    }
    atHour(60 * 24)
    expect(await refresh(token)).toMatchObject(expired)
    atHour(0)
    const other = await tokenOf(paul.email, { rememberme: true })
    atHour(14 * 24)
    expect(await refresh(other)).toMatchObject(expired)
  })
})
