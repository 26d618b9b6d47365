import { beforeEach, expect, test } from 'vitest'
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { Sessions } from '#server/areas/login/sessions.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE, TEST_SECRET, useTestServer } from '#tests/support/server/test-server.ts'

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

const after = (minutes: number) => {
  server().now = new Date(start.getTime() + minutes * MINUTE)
}
const refresh = (token: string | undefined, changes: { header?: string; userid?: unknown; email?: unknown } = {}) => {
  const { header = String(paul.userId), userid = paul.userId, email = paul.email } = changes
  return server().call('refreshToken', {
    body: { userid, email },
    headers: { userid: header, ...(token !== undefined && { token }) },
  })
}
const access = (token: string) => server().call('getRoleAccess', { token, body: { id: 2 } })

test('issues a new token for an expired one while its session lives', async () => {
  const token = await server().tokenOf(paul.userId)
  after(14.9)
  expect((await access(token)).status).toBe(200)
  after(15)
  expect(await access(token)).toMatchObject(expired)
  const { status, data } = await refresh(token)
  expect(status).toBe(200)
  expect((await access((data as { accessToken: string }).accessToken)).status).toBe(200)
})

test('issues a new token for a fresh one', async () => {
  expect((await refresh(await server().tokenOf(paul.userId))).status).toBe(200)
})

test('answers concurrent requests', async () => {
  const token = await server().tokenOf(paul.userId)
  after(16)
  const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(token)))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('refuses ids and addresses that do not match the token', async () => {
  const token = await server().tokenOf(paul.userId)
  expect(await refresh(token, { header: String(ada.userId) })).toMatchObject(expired)
  expect(await refresh(token, { userid: ada.userId })).toMatchObject(expired)
  expect(await refresh(token, { email: ada.email })).toMatchObject(expired)
  expect(await refresh(token, { header: String(ada.userId), userid: ada.userId, email: ada.email })).toMatchObject(
    expired,
  )
})

test('refuses tokens that are not ours', async () => {
  const sessionId = await new Sessions(database().db).start(paul.userId, false, start)
  const forged = await new AccessTokens('another secret, as long as the one in use', 900).issue(
    paul.userId,
    sessionId,
    start,
  )
  expect(await refresh(forged)).toMatchObject(expired)
  expect(await refresh('nonsense')).toMatchObject(expired)
  expect(await refresh(undefined)).toMatchObject(expired)
})

test('refuses a token of another user’s session', async () => {
  const sessionId = await new Sessions(database().db).start(ada.userId, false, start)
  const crossed = await new AccessTokens(TEST_SECRET, 900).issue(paul.userId, sessionId, start)
  expect(await refresh(crossed)).toMatchObject(expired)
})

test('refuses after the session has ended', async () => {
  const token = await server().tokenOf(paul.userId)
  await server().call('logout', { token })
  expect(await refresh(token)).toMatchObject(expired)
})

test('tells a deactivated account so, and its token no longer works', async () => {
  const token = await server().tokenOf(paul.userId)
  await database().pool.query('update users set is_active = false where id = $1', [paul.userId])
  expect(await access(token)).toMatchObject(expired)
  const { statusCode, status, message, data } = await refresh(token)
  expect({ statusCode, status, message, data }).toEqual({
    statusCode: 203,
    status: 203,
    message: 'Your account has been deactivated',
    data: null,
  })
})
