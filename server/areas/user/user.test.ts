import { isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { DEFAULT_SESSION_SETTINGS } from '#server/areas/login/sessions.ts'
import { userSessions } from '#server/db/schema/sign-in.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import {
  addPeople,
  PEOPLE,
  startTestServer,
  TEST_PASSWORD,
  TEST_SECRET,
  type TestReply,
  type TestServer,
  useTestServer,
} from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)
const MINUTE = 60_000
const start = new Date('2026-11-20T15:00:00Z')
const { Administrators: ada, Providers: paul } = PEOPLE
const expired = { status: 401, message: 'Your session has been expired. Please login again!', data: null }

beforeEach(async () => {
  await truncateAll(database())
  await addPeople(database())
  server().now = start
})

const minutesLater = (minutes: number) => {
  server().now = new Date(start.getTime() + minutes * MINUTE)
}
interface Held {
  readonly token?: string
  readonly cookie?: string
}
const refresh = (
  { token, cookie }: Held,
  changes: { header?: string; userid?: unknown; email?: unknown; on?: TestServer } = {},
) => {
  const { header = String(paul.userId), userid = paul.userId, email = paul.email, on = server() } = changes
  return on.call('refreshToken', {
    body: { userid, email },
    headers: { userid: header, ...(token !== undefined && { token }), ...(cookie !== undefined && { cookie }) },
  })
}
/** What a browser holds after a reply. */
const heldAfter = ({ data, headers }: TestReply): Required<Held> => ({
  token: z.object({ accessToken: z.string() }).parse(data).accessToken,
  cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
})
const signIn = (rest: Record<string, unknown> = {}, on = server()) =>
  on.call('signIn', { body: { username: paul.email, password: TEST_PASSWORD, ...rest } })
const access = (token: string) => server().call('getRoleAccess', { token, body: { id: 2 } })

test('issues a new token for an expired one while its session lives', async () => {
  const held = await server().sessionOf(paul.userId)
  minutesLater(14.9)
  expect((await access(held.token)).status).toBe(200)
  minutesLater(15)
  expect(await access(held.token)).toMatchObject(expired)
  const reply = await refresh(held)
  expect(reply.status).toBe(200)
  expect((await access(heldAfter(reply).token)).status).toBe(200)
})

test('issues a new token for a fresh one', async () => {
  expect((await refresh(await server().sessionOf(paul.userId))).status).toBe(200)
})

test('gives tabs that refresh at the same time one and the same new cookie', async () => {
  const held = await server().sessionOf(paul.userId)
  minutesLater(16)
  const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(held)))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const cookies = new Set(replies.map((reply) => heldAfter(reply).cookie))
  expect(cookies.size).toBe(1)
  expect(cookies).not.toContain(held.cookie)
})

describe('the cookie', () => {
  const cookieOf = ({ headers }: TestReply) => headers.getSetCookie()[0] ?? ''

  test('is out of reach of scripts and other sites, and goes when the browser closes', async () => {
    const attributes =
      /^homeroom-refresh-[0-9a-f]{8}=[\w.-]+; Path=\/api\/user\/refresh-token; HttpOnly; SameSite=Strict$/
    const signedIn = await signIn()
    expect(cookieOf(signedIn)).toMatch(attributes)
    expect(cookieOf(await refresh(heldAfter(signedIn)))).toMatch(attributes)
  })

  test("lasts as long as the session with 'Keep me logged in'", async () => {
    const signedIn = await signIn({ rememberme: true })
    expect(cookieOf(signedIn)).toContain(`Max-Age=${60 * 24 * 3600};`)
    minutesLater(24 * 60)
    expect(cookieOf(await refresh(heldAfter(signedIn)))).toContain(`Max-Age=${59 * 24 * 3600};`)
  })

  test('travels by https only where the public address is https', async () => {
    const secure = await startTestServer(database(), { publicUrl: 'https://portal.district.example' })
    secure.now = start
    expect(cookieOf(await signIn({}, secure))).toMatch(/; Secure/)
    await secure.stop()
  })

  test('is deleted at logout', async () => {
    const { token } = await server().sessionOf(paul.userId)
    const gone = /^homeroom-refresh-[0-9a-f]{8}=; Max-Age=0; Path=\/api\/user\/refresh-token/
    expect(cookieOf(await server().call('logout', { token }))).toMatch(gone)
  })
})

test('an access token refreshes nothing by itself or with the cookie of another session', async () => {
  const { token } = await server().sessionOf(paul.userId)
  const { cookie } = await server().sessionOf(paul.userId)
  expect(await refresh({ token })).toMatchObject(expired)
  expect(await refresh({ token, cookie })).toMatchObject(expired)
  expect(await refresh({ token, cookie: `${cookie}x` })).toMatchObject(expired)
  expect((await access(token)).status).toBe(200)
})

describe('a cookie that was replaced', () => {
  const reuse = "This sign-in was used in two places, so we ended it. If you don't know why, change your password."

  test('ends the session when it comes again, for the thief and for the user', async () => {
    const stolen = await server().sessionOf(paul.userId)
    minutesLater(16)
    const current = heldAfter(await refresh(stolen))
    expect((await access(current.token)).status).toBe(200)
    minutesLater(17)
    expect(await refresh(stolen)).toMatchObject({ ...expired, errors: [{ path: 'session', message: reuse }] })
    expect(await access(current.token)).toMatchObject(expired)
    expect(await refresh(current)).toMatchObject({ ...expired, errors: [{ path: 'session', message: reuse }] })
    const { rows } = await database().pool.query('select ended_by, ended_at from user_sessions')
    expect(rows).toEqual([{ ended_by: 'reuse', ended_at: new Date('2026-11-20T15:17:00Z') }])
  })

  test('is logged with the device and address that used it again', async () => {
    const stolen = await server().sessionOf(paul.userId)
    minutesLater(16)
    heldAfter(await refresh(heldAfter(await refresh(stolen))))
    minutesLater(18)
    await server().call('refreshToken', {
      body: { userid: paul.userId, email: paul.email },
      headers: { ...stolen, userid: String(paul.userId), 'user-agent': "The thief's browser" },
    })
    const { rows } = await database().pool.query(
      `select reason, address, user_agent from security_events where kind = 'ended'`,
    )
    expect(rows).toEqual([{ reason: 'reuse', address: '127.0.0.1', user_agent: "The thief's browser" }])
  })

  test('ends the session after two more refreshes, even at once', async () => {
    const stolen = await server().sessionOf(paul.userId)
    const current = heldAfter(await refresh(heldAfter(await refresh(stolen))))
    expect((await refresh(stolen)).status).toBe(401)
    expect(await access(current.token)).toMatchObject(expired)
  })

  test('works again if the reply with its successor never arrived', async () => {
    const held = await server().sessionOf(paul.userId)
    minutesLater(16)
    await refresh(held)
    minutesLater(40)
    const again = heldAfter(await refresh(held))
    expect((await access(again.token)).status).toBe(200)
    minutesLater(41)
    expect((await refresh(held)).status).toBe(401)
  })
})

test('signing in on an eleventh device signs out the one used least recently, which is told', async () => {
  const devices: Required<Held>[] = []
  for (let device = 0; device < 10; device += 1) {
    minutesLater(device)
    devices.push(heldAfter(await signIn()))
  }
  minutesLater(11)
  const [first, second] = devices
  await access(first?.token ?? '')
  devices.push(heldAfter(await signIn()))
  const message = 'You signed in on too many devices, so the one that you used least recently was signed out.'
  expect(await refresh(second ?? {})).toMatchObject({ ...expired, errors: [{ path: 'session', message }] })
  for (const device of devices.filter((each) => each !== second)) expect((await access(device.token)).status).toBe(200)
})

test('twenty sign-ins at once leave ten sessions', async () => {
  await Promise.all(Array.from({ length: 20 }, () => server().sessionOf(paul.userId)))
  expect(await database().db.$count(userSessions, isNull(userSessions.endedAt))).toBe(10)
})

test('a logout reaches other servers within a second', async () => {
  const other = await startTestServer(database(), { sessionSettings: DEFAULT_SESSION_SETTINGS })
  other.now = start
  const { token } = await server().sessionOf(paul.userId)
  const ask = () => other.call('getRoleAccess', { token, body: { id: 2 } })
  expect((await ask()).status).toBe(200)
  await server().call('logout', { token })
  other.now = new Date(start.getTime() + 999)
  expect(await ask()).toMatchObject(expired)
  await other.stop()
})

test('refuses ids and addresses that do not match the token', async () => {
  const held = await server().sessionOf(paul.userId)
  expect(await refresh(held, { header: String(ada.userId) })).toMatchObject(expired)
  expect(await refresh(held, { userid: ada.userId })).toMatchObject(expired)
  expect(await refresh(held, { email: ada.email })).toMatchObject(expired)
  expect(await refresh(held, { header: String(ada.userId), userid: ada.userId, email: ada.email })).toMatchObject(
    expired,
  )
})

test('refuses tokens that are not ours', async () => {
  const { cookie } = await server().sessionOf(paul.userId)
  const session = { sessionId: cookie.split(/[=.]/)[1] ?? '', generation: 0 }
  const forged = await new AccessTokens('another secret, as long as the one in use', 900).issue(
    paul.userId,
    session,
    start,
  )
  expect(await refresh({ token: forged, cookie })).toMatchObject(expired)
  expect(await refresh({ token: 'nonsense', cookie })).toMatchObject(expired)
  expect(await refresh({ cookie })).toMatchObject(expired)
})

test('refuses a token of another user’s session', async () => {
  const { cookie } = await server().sessionOf(ada.userId)
  const session = { sessionId: cookie.split(/[=.]/)[1] ?? '', generation: 0 }
  const crossed = await new AccessTokens(TEST_SECRET, 900).issue(paul.userId, session, start)
  expect(await refresh({ token: crossed, cookie })).toMatchObject(expired)
})

test('refuses after the session has ended', async () => {
  const held = await server().sessionOf(paul.userId)
  await server().call('logout', { token: held.token })
  expect(await refresh(held)).toMatchObject(expired)
})

test('tells a deactivated account so, and its token no longer works', async () => {
  const held = await server().sessionOf(paul.userId)
  await database().pool.query('update users set is_active = false where id = $1', [paul.userId])
  expect(await access(held.token)).toMatchObject(expired)
  const { statusCode, status, message, data } = await refresh(held)
  expect({ statusCode, status, message, data }).toEqual({
    statusCode: 203,
    status: 203,
    message: 'Your account has been deactivated',
    data: null,
  })
})
