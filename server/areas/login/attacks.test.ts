/** Attacks on sign-in that need luck or timing. */
import { isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jobs } from '#server/db/schema/jobs.ts'
import { securityEvents, userSessions } from '#server/db/schema/sign-in.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { addPeople, PEOPLE, startTestServer, TEST_PASSWORD, useTestServer } from '#tests/support/server/test-server.ts'
import { DEFAULT_SESSION_SETTINGS, Sessions } from './sessions.ts'

const { Providers: paul } = PEOPLE
const NEW = 'purple elephants dance on mars'

describe('attacks on sign-in', () => {
  const database = useDatabase()
  const server = useTestServer(database, { publicUrl: 'https://portal.example', proxies: 1 })
  const mailServer = useMailServer()
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().renew()
    server().now = new Date('2026-11-20T15:00:00Z')
  })
  useJobs(database, server, mailServer)

  const signIn = (password: string, from = '10.0.0.1', headers: Record<string, string> = {}) =>
    server().call('signIn', {
      body: { username: paul.email, password },
      headers: { 'x-forwarded-for': from, ...headers },
    })
  /** The token in a real message. */
  const askForLink = async () => {
    await server().call('passwordRecoverySend', { body: { email: paul.email } })
    await expect.poll(() => mailServer().received.length).toBeGreaterThan(0)
    return /reset-password\/([\w-]{43})/.exec(mailServer().received.at(-1)?.text ?? '')?.[1]
  }
  const recover = (token: string | undefined) =>
    server().call('passwordRecoveryConfirm', { body: { token, newPassword: NEW, confirmPassword: NEW } })

  test('sign-ins with the old password that wait in line get no session after a recovery', async () => {
    const token = await askForLink()
    const waiting = Array.from({ length: 40 }, () => signIn(TEST_PASSWORD))
    await expect.poll(() => database().db.$count(userSessions)).toBeGreaterThan(0)
    expect((await recover(token)).status).toBe(200)
    await Promise.all(waiting)
    expect(await database().db.$count(userSessions, isNull(userSessions.endedAt))).toBe(0)
  })

  test('twenty wrong passwords at once are told once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, attempt) => signIn('a guess', `10.2.0.${attempt}`)))
    expect(await database().db.$count(jobs)).toBe(1)
  })

  test('a thief who calls right after the refresh is noticed, too', async () => {
    const on = await startTestServer(database(), { sessionSettings: DEFAULT_SESSION_SETTINGS })
    on.now = server().time
    const { token, cookie } = await server().sessionOf(paul.userId)
    const refresh = () =>
      on.call('refreshToken', {
        body: { userid: paul.userId, email: paul.email },
        headers: { userid: String(paul.userId), token, cookie },
      })
    const thief = z.object({ accessToken: z.string() }).parse((await refresh()).data).accessToken
    on.now = new Date(on.now.getTime() + 100)
    expect((await on.call('getRoleAccess', { token: thief, body: { id: 2 } })).status).toBe(200)
    on.now = new Date('2026-11-20T15:14:00Z')
    expect((await refresh()).status).toBe(401)
    await on.stop()
  })

  test('a session that ends while another starts does not deadlock', async () => {
    const sessions = new Sessions(database().db, { ...DEFAULT_SESSION_SETTINGS, perUser: 1 })
    const who = { userId: paul.userId, isRememberMe: false, address: '10.0.0.1', userAgent: undefined }
    const now = server().time
    for (let round = 0; round < 30; round += 1) {
      const { sessionId } = await sessions.start(who, now)
      await Promise.all([sessions.end(sessionId, { reason: 'logout' }, now), sessions.start(who, now)])
    }
    expect(await database().db.$count(userSessions, isNull(userSessions.endedAt))).toBe(1)
  })

  test('a long header is cut before it is stored', async () => {
    await signIn('a guess', '10.0.0.1', { 'user-agent': 'u'.repeat(9_000) })
    const [event] = await database().db.select().from(securityEvents)
    expect(event?.userAgent).toBe('u'.repeat(500))
  })

  test('a browser that recovered the password does not wait for failures before', async () => {
    const token = await askForLink()
    for (let guesses = 0; guesses < 6; guesses += 1) await signIn('a guess')
    expect((await signIn(TEST_PASSWORD)).status).toBe(429)
    const { headers } = await recover(token)
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await signIn(NEW, '10.0.0.1', { cookie })).status).toBe(200)
  })

  test('a clock that is set back keeps nobody out', async () => {
    expect((await signIn(TEST_PASSWORD)).status).toBe(200)
    server().now = new Date('2026-11-20T14:59:30Z')
    expect((await signIn(TEST_PASSWORD)).status).toBe(200)
    for (let guesses = 0; guesses < 6; guesses += 1) await signIn('a guess')
    expect((await signIn(TEST_PASSWORD)).status).toBe(429)
    server().now = new Date('2026-11-20T13:00:00Z')
    expect((await signIn(TEST_PASSWORD)).status).toBe(200)
  })

  test('the addresses of an IPv6 network are counted together', async () => {
    const statuses: number[] = []
    for (let host = 0; host < 8; host += 1) statuses.push((await signIn('a guess', `2001:db8::${host}`)).status)
    expect(statuses).toEqual([...Array(6).fill(400), 429, 429])
  })

  test('a cookie from a lost future of the database ends the session without an alarm', async () => {
    const { token, cookie } = await server().sessionOf(paul.userId)
    const headers = { userid: String(paul.userId), token }
    const refresh = (held: string) =>
      server().call('refreshToken', {
        body: { userid: paul.userId, email: paul.email },
        headers: { ...headers, cookie: held },
      })
    const next = (await refresh(cookie)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    // As if from a backup.
    await database().db.update(userSessions).set({ generation: 0 })
    const reply = await refresh(next)
    expect({ status: reply.status, errors: reply.errors }).toEqual({ status: 401, errors: undefined })
    expect(await database().db.$count(jobs)).toBe(0)
  })
})
