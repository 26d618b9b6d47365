import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '#server/db/schema/jobs.ts'
import type { Working } from '#server/jobs/background.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { useMailServer } from '#tests/support/server/mail-server.ts'
import { workOnJobs } from '#tests/support/server/work-on-jobs.ts'
import type { Attached } from './attachment.ts'
import { Mail, type MailServices, mailJob } from './mail.ts'
import { folderPost, type Post, smtpPost } from './post.ts'

const SECRET = 'a secret for tests, long enough to be one'
const LINK = 'https://portal.example/reset-password/secret-token'
const letter = {
  subject: 'Réinitialiser 🔑',
  lines: ['Hello <Ada> & co,', { label: 'Choose a new password', href: LINK }],
}

const database = useDatabase()
const server = useMailServer()
let worker: Working | undefined
beforeEach(async () => {
  await database().db.delete(jobs)
})
afterEach(async () => {
  await worker?.stop(5_000)
})

const mailBy = (post: Post, secret = SECRET) =>
  new Mail({ secret, from: { name: 'Homeroom', address: 'no-reply@portal.example' }, post })

/** Queues a message and starts to work. @returns how the job stands */
const send = async (
  mail: Mail,
  to = 'ada@district.example',
  { by = mail, ...more }: { until?: Date; attached?: Attached; by?: Mail } = {},
) => {
  await database().db.transaction((tx) => mail.send(tx, { to, letter, ...more }))
  worker = workOnJobs<MailServices>({
    kinds: [mailJob],
    services: {
      db: database().db,
      clock: () => new Date(),
      mail: by,
      links: undefined,
    },
  })
  return async () => {
    const [job] = await database().db.select().from(jobs)
    return { state: job?.state, attempts: job?.attempts, reason: job?.reason }
  }
}
const tryAgain = () => database().db.update(jobs).set({ dueAt: sql`now() - interval '1 second'` })

describe('a message', () => {
  test('arrives with both parts, its sender, and an id of its own', async () => {
    const job = await send(mailBy(smtpPost(server().url)))
    await expect.poll(job).toEqual({ state: 'done', attempts: 1, reason: null })
    const [stored] = await database().db.select().from(jobs)
    expect(server().received).toHaveLength(1)
    const [got] = server().received
    expect(got).toMatchObject({
      subject: 'Réinitialiser 🔑',
      from: { text: '"Homeroom" <no-reply@portal.example>' },
      to: { text: 'ada@district.example' },
      messageId: `<${stored?.id}@portal.example>`,
      text: `Hello <Ada> & co,\n\nChoose a new password:\n${LINK}\n`,
      attachments: [],
    })
    expect(got?.html).toContain('<p>Hello &lt;Ada&gt; &amp; co,</p>')
    expect(got?.html).toContain(`<a href="${LINK}">Choose a new password</a>`)
    expect(got?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  test('waits in the database without its link in plain text', async () => {
    await database().db.transaction((tx) =>
      mailBy(smtpPost(server().url)).send(tx, { to: 'ada@district.example', letter }),
    )
    const [stored] = await database().db.select().from(jobs)
    expect(stored?.payload).toEqual({
      to: 'ada@district.example',
      subject: 'Réinitialiser 🔑',
      content: expect.any(String),
    })
    const content = JSON.stringify(stored?.payload)
    expect(content).not.toContain('secret-token')
    expect(content).not.toContain(Buffer.from('secret-token').toString('base64').slice(0, 12))
  })

  test.each([
    ['ada@district.example\r\nBcc: everyone@district.example', 'Hello'],
    ['ada@district.example, everyone@district.example', 'Hello'],
    ['Ada <ada@district.example>', 'Hello'],
    ['ada@district.example', 'Hello\r\nBcc: everyone@district.example'],
    ['ada@district.example', 'Hello\nthere'],
  ])('to %j with the subject %j is refused', async (to, subject) => {
    const sending = mailBy(smtpPost(server().url)).send(database().db, { to, letter: { subject, lines: [] } })
    await expect(sending).rejects.toThrow()
    expect(await database().db.$count(jobs)).toBe(0)
  })
})

describe('the mail server', () => {
  test('does not know the address: given up at once, with its answer', async () => {
    server().recipients.set('gone@district.example', { code: 550, text: '5.1.1 No such user here' })
    const job = await send(mailBy(smtpPost(server().url)), 'gone@district.example')
    await expect.poll(job).toEqual({
      state: 'failed',
      attempts: 1,
      reason: 'The mail server refused the message: 550 5.1.1 No such user here',
    })
    expect(server().received).toEqual([])
  })

  test('refuses the message: given up at once', async () => {
    server().onMessage = async () => ({ code: 554, text: '5.6.0 Looks like spam' })
    const job = await send(mailBy(smtpPost(server().url)))
    await expect.poll(job).toMatchObject({
      state: 'failed',
      reason: 'The mail server refused the message: 554 5.6.0 Looks like spam',
    })
  })

  test('is busy: tried again', async () => {
    server().recipients.set('ada@district.example', { code: 451, text: '4.7.1 Try again later' })
    const job = await send(mailBy(smtpPost(server().url)))
    await expect.poll(job).toEqual({
      state: 'waiting',
      attempts: 1,
      reason: 'The mail server could not take the message: 451 4.7.1 Try again later',
    })
    server().recipients.clear()
    await tryAgain()
    await expect.poll(job).toEqual({ state: 'done', attempts: 2, reason: null })
    expect(server().received).toHaveLength(1)
  })

  test('never answers: the message is sent again, with the same id', async () => {
    server().onMessage = async () => (server().received.length === 1 ? 'cut' : undefined)
    const job = await send(mailBy(smtpPost(server().url)))
    await expect.poll(job).toEqual({ state: 'waiting', attempts: 1, reason: 'The mail server could not be reached.' })
    await tryAgain()
    await expect.poll(job).toMatchObject({ state: 'done', attempts: 2 })
    const [first, second] = server().received
    expect(first?.messageId).toMatch(/^<[\w-]{36}@portal\.example>$/)
    expect(second?.messageId).toBe(first?.messageId)
    expect(second?.date).toEqual(first?.date)
  })

  test('can not be reached: tried again', async () => {
    const job = await send(mailBy(smtpPost('smtp://127.0.0.1:1')))
    await expect.poll(job).toEqual({ state: 'waiting', attempts: 1, reason: 'The mail server could not be reached.' })
  })

  test('refuses the password: tried again', async () => {
    const job = await send(mailBy(smtpPost(`smtp://homeroom:wrong@127.0.0.1:${server().port}`)))
    await expect.poll(job).toEqual({
      state: 'waiting',
      attempts: 1,
      reason: 'The mail server refused the user name or password of SMTP_URL.',
    })
  })
})

test('a message with an expired link is not sent', async () => {
  const job = await send(mailBy(smtpPost(server().url)), undefined, { until: new Date(Date.now() - 1_000) })
  await expect.poll(job).toMatchObject({ state: 'failed', reason: 'Its link expired before it could be sent.' })
  expect(server().received).toEqual([])
})

test('a message of a server with another secret is not sent', async () => {
  const post = smtpPost(server().url)
  const job = await send(mailBy(post, 'another secret, as long as the one in use'), undefined, { by: mailBy(post) })
  await expect.poll(job).toMatchObject({ state: 'failed', reason: 'TOKEN_SECRET has changed since it was written.' })
  expect(server().received).toEqual([])
})

test('the demo writes each message to one file, however often it is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-mail-'))
  try {
    const job = await send(mailBy(folderPost(join(folder, 'mail'))))
    await expect.poll(job).toMatchObject({ state: 'done' })
    await database().db.update(jobs).set({ state: 'waiting', endedAt: null, dueAt: sql`now()` })
    await expect.poll(job).toMatchObject({ state: 'done', attempts: 2 })
    const files = readdirSync(join(folder, 'mail'))
    expect(files).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z [\w-]{36}\.eml$/)])
    const parsed = await simpleParser(readFileSync(join(folder, 'mail', files[0] ?? '')))
    expect(parsed).toMatchObject({ subject: 'Réinitialiser 🔑', to: { text: 'ada@district.example' } })
    expect(parsed.text).toContain(LINK)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a message with an attachment of another version of the server is not sent', async () => {
  const job = await send(mailBy(smtpPost(server().url)), undefined, { attached: { planId: 7 } })
  const reason = 'Its attachment was written by another version of the server.'
  await expect.poll(job).toMatchObject({ state: 'failed', reason })
  expect(server().received).toEqual([])
})
