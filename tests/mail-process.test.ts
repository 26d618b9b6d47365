/** The built server with a real mail server, killed in the middle of a message. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { passwordRecoveryConfirm, passwordRecoverySend } from '#contract/passwords.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { openStopped } from './support/server/database.ts'
import { useMailServer } from './support/server/mail-server.ts'
import { type ServerProcess, startServer } from './support/server/server-process.ts'

const mailServer = useMailServer()
const folder = mkdtempSync(join(tmpdir(), 'homeroom-mail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = 'head@district.example'

const post = async (server: ServerProcess, path: string, body: unknown) => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

test('kill -9 after the mail server took a message: it comes again with the same id, and no other does', async () => {
  const settings = {
    TOKEN_SECRET: '0123456789abcdef0123456789abcdef',
    DATA_FOLDER: folder,
    PORT: '0',
    TIME_ZONE: 'Europe/Paris',
    ADMIN_EMAIL: HEAD,
    ADMIN_PASSWORD: 'long enough, surely',
    SMTP_URL: mailServer().url,
    MAIL_FROM: 'Homeroom <no-reply@portal.example>',
    PUBLIC_URL: 'https://portal.example',
  }
  const { received } = mailServer()
  const first = await startServer([], settings)
  expect(await post(first, passwordRecoverySend.path, { email: HEAD })).toBe(200)
  await expect.poll(() => received.length).toBe(1)

  mailServer().onMessage = async () => {
    // It never reads the answer.
    first.process.kill('SIGSTOP')
    return undefined
  }
  expect(await post(first, passwordRecoverySend.path, { email: HEAD })).toBe(200)
  await expect.poll(() => received.length).toBe(2)
  await first.kill()
  mailServer().onMessage = async () => undefined

  const database = await openStopped({ folder })
  const isMail = eq(jobs.kind, 'mail')
  const states = await database.db.select({ state: jobs.state }).from(jobs).where(isMail).orderBy(asc(jobs.createdAt))
  expect(states).toEqual([{ state: 'done' }, { state: 'running' }])
  // As if its minute were over.
  await database.db.update(jobs).set({ dueAt: sql`now()` }).where(eq(jobs.state, 'running'))
  await database.close()

  const second = await startServer([], settings)
  await expect.poll(() => received.length).toBe(3)
  const ids = received.map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(2)
  expect(ids[2]).toBe(ids[1])
  expect(received[2]?.text).toBe(received[1]?.text)

  const [, token] = /https:\/\/portal\.example\/reset-password\/([\w-]{43})\n/.exec(received[2]?.text ?? '') ?? []
  const password = 'a brand new password'
  const body = { token, newPassword: password, confirmPassword: password }
  expect(await post(second, passwordRecoveryConfirm.path, body)).toBe(200)
  await expect.poll(() => received.map(({ subject }) => subject).at(-1)).toBe('Your Homeroom password was changed')
  expect(await second.stop()).toBe(0)
  expect(received).toHaveLength(4)
})
