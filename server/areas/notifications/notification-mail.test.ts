import { and, eq, ne } from 'drizzle-orm'
import fc from 'fast-check'
import type { ParsedMail } from 'mailparser'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { categoriesOf, MAIL_CHOICES, type MailChoice, type NotificationCategoryId } from '#domain/notifications.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { notificationMailChoices, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/users.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { addSession } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { askForTimeOff, goTo, useTimeOff } from '#tests/support/server/time-off.ts'
import { notificationSummaries, notificationSummaryJob } from './notification-mail.ts'
import { type Notice, notify } from './notify.ts'

/** A step of the property. */
interface Step {
  readonly kind: 'notify' | 'read' | 'choose' | 'minute' | 'morning'
  readonly category: 11 | 12 | 13
  readonly mail: MailChoice
}
const PAULS = categoriesOf('PRV')
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('notify', 'notify', 'notify', 'read', 'choose', 'minute', 'morning'),
  category: fc.constantFrom(11, 12, 13),
  mail: fc.constantFrom(...MAIL_CHOICES),
})
const QUIET = { category: 11, mail: 'never' } as const

const stepNotice = (categoryId: number, index: number, userId: number): Notice => ({
  definition: { kind: 'step', audience: 'PRV', categoryId, subject: 'step', lastsIn: 'always' },
  to: { userId },
  subjectId: index,
  entity: String(index),
  message: `Step ${index} of Ana`,
  mailMessage: `Step ${index}`,
  href: '/',
})

/** Friday, November 20, 10 AM. Ada is the administrator; Paul and Sofía are providers. */
describe('email about notifications', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const mailServer = useMailServer()
  const token = useTimeOff(database, server)
  useJobs(database, server, mailServer)
  const db = () => database().db

  beforeEach(async () => {
    await db().delete(jobs)
  })

  const call = (name: EndpointName, by: string, body: object = {}) => server().call(name, { token: by, body })
  const choose = (by: string, notificationCategoryId: NotificationCategoryId, mail: MailChoice) =>
    call('saveMailChoices', by, { choices: [{ notificationCategoryId, mail }] })
  const add = (form: object) => addSession(server(), token.ada, { rateTypeId: 1, providerId: 1, ...form })
  /** As if a minute had passed. @returns once no job waits */
  const afterAMinute = async () => {
    await db()
      .update(jobs)
      .set({ dueAt: new Date(0) })
      .where(eq(jobs.state, 'waiting'))
    await expect.poll(() => db().$count(jobs, ne(jobs.state, 'done'))).toBe(0)
    await expect.poll(async () => mailServer().received.length).toBe(await db().$count(jobs, eq(jobs.kind, 'mail')))
  }
  const summariesWritten = () =>
    expect
      .poll(() => db().$count(jobs, and(eq(jobs.kind, notificationSummaryJob.name), ne(jobs.state, 'done'))))
      .toBe(0)
  const summarize = async (at: string) => {
    await goTo(server(), token, at)
    await notificationSummaries.run({ db: db(), clock: () => server().time })
    await afterAMinute()
  }
  const received = () => mailServer().received.map(({ to, subject }) => [[to].flat()[0]?.text, subject])
  /** Where one click in the mail program stops it, as a path. */
  const stopPath = (message: ParsedMail | undefined) => {
    const header = message?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line ?? ''
    return /^List-Unsubscribe:\s+<https:\/\/portal\.example(\/stop-mail\/[\w.-]+)>$/.exec(header)?.[1] ?? header
  }
  const page = async (path: string, init?: RequestInit) => {
    const reply = await fetch(`${server().url}${path}`, init)
    const text = (await reply.text()).replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, '')
    return { status: reply.status, lines: text.split(/\s*\n\s*/).filter(Boolean) }
  }

  test('at once: those of a minute in one message, without titles and reasons, which one click stops', async () => {
    await add({ eventName: 'Reading with Ana', date: '2026-11-24' })
    await add({ eventName: 'Speech', date: '2026-11-25' })
    const requestId = await askForTimeOff(server(), token.paul)
    await call('rejectPtos', token.ada, { ids: String(requestId), notes: 'Too many off' })
    expect(mailServer().received).toEqual([])
    await afterAMinute()
    expect(received()).toEqual([[PEOPLE.Providers.email, '3 new notifications in Homeroom']])
    const [message] = mailServer().received
    const links = /https:\/\/portal\.example\/stop-mail\/[\w.-]+/g
    expect(message?.text?.replaceAll(links, '(stop)')).toBe(`Hello Paul Provider,

You have 3 new notifications in Homeroom.

Schedule
--------

* An administrator added a session on 11/25/2026, 9:00 AM-9:45 AM to your schedule.
  11/20/2026 10:00 AM
  https://portal.example/schedule-provider-event-viewer?view=daily&date=2026-11-25&via=email

* An administrator added a session on 11/24/2026, 9:00 AM-9:45 AM to your schedule.
  11/20/2026 10:00 AM
  https://portal.example/schedule-provider-event-viewer?view=daily&date=2026-11-24&via=email

Time Off
--------

* Your request for time off on 11/23/2026, 9:00 AM-12:00 PM was rejected.
  11/20/2026 10:00 AM
  https://portal.example/pto-requests?from=2026-11-23&to=2026-11-23&via=email

Emails leave out the names of students, titles and reasons. Homeroom shows them once you have signed in.

Stop email about “Schedule”:
(stop)

Stop email about “Time Off”:
(stop)

Change when you get email:
https://portal.example/notifications?settings=email&via=email
`)
    expect(message?.html).toContain('<h2 style="font-size: 18px; margin: 24px 0 8px">Time Off</h2>')
    expect(message?.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringContaining('https://portal.example/stop-mail/2-11.12-') },
    })
    expect(message?.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    )

    // As a mail program does it.
    const stopped = await fetch(`${server().url}${stopPath(message)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(stopped.status).toBe(200)
    await add({ date: '2026-11-26' })
    await afterAMinute()
    expect(mailServer().received).toHaveLength(1)
  })

  test('one notification is the subject; what was read within the minute is not sent', async () => {
    await add({ date: '2026-11-24' })
    await call('markCategoryRead', token.paul, { notificationCategoryId: 11 })
    await afterAMinute()
    expect(received()).toEqual([])
    await add({ date: '2026-11-25' })
    await afterAMinute()
    expect(received()).toEqual([
      [PEOPLE.Providers.email, 'An administrator added a session on 11/25/2026, 9:00 AM-9:45 AM to your schedule.'],
    ])
  })

  test('a day in summary: what is unread, by category, the latest first, once by several servers', async () => {
    await askForTimeOff(server(), token.paul)
    await askForTimeOff(server(), token.sofia, { requestedDate: '2026-11-24' })
    await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-25' })
    await call('markNotificationsRead', token.ada, { ids: '1' })
    await summarize('2026-11-21T11:59:00Z')
    expect(received()).toEqual([])
    server().now = new Date('2026-11-21T12:00:00Z')
    await Promise.all([1, 2, 3].map(() => notificationSummaries.run({ db: db(), clock: () => server().time })))
    await summarize('2026-11-21T15:00:00Z')
    expect(received()).toEqual([[PEOPLE.Administrators.email, 'Your Homeroom summary of 11/21/2026']])
    expect(mailServer().received[0]?.text).toContain(`You have 2 unread notifications in Homeroom.

Time Off
--------

* Paul Provider requested time off on 11/25/2026, 9:00 AM-12:00 PM.
  11/20/2026 10:00 AM
  https://portal.example/pto-record?providerIds=1&from=2026-11-25&to=2026-11-25&via=email

* Sofía Special requested time off on 11/24/2026, 9:00 AM-12:00 PM.
  11/20/2026 10:00 AM
  https://portal.example/pto-record?providerIds=2&from=2026-11-24&to=2026-11-24&via=email

Emails leave out`)
    // Nothing new since.
    await summarize('2026-11-22T15:00:00Z')
    expect(mailServer().received).toHaveLength(1)
  })

  test('long summaries count what they leave out', async () => {
    await choose(token.paul, 11, 'daily')
    for (let day = 1; day <= 23; day += 1) await add({ date: `2026-12-${String(day).padStart(2, '0')}` })
    await summarize('2026-11-21T12:00:00Z')
    const [message] = mailServer().received
    expect(message?.text?.match(/^\* /gm)).toHaveLength(20)
    expect(message?.text).toContain('\n3 more:\nhttps://portal.example/notifications?category=11&via=email\n')
  })

  test('goes to those alone who may still sign in and read the category', async () => {
    await askForTimeOff(server(), token.paul)
    await add({ date: '2026-11-24' })
    await add({ providerId: 2, date: '2026-11-24' })
    await db().update(users).set({ roleId: 2 }).where(eq(users.id, PEOPLE.Administrators.userId))
    await db().update(users).set({ isActive: false }).where(eq(users.id, PEOPLE.SpecialProvider.userId))
    await summarize('2026-11-21T12:00:00Z')
    expect(received()).toEqual([
      [PEOPLE.Providers.email, 'An administrator added a session on 11/24/2026, 9:00 AM-9:45 AM to your schedule.'],
    ])
    // Later, they get nothing old.
    await db().update(users).set({ isActive: true })
    await db().update(users).set({ roleId: 1 }).where(eq(users.id, PEOPLE.Administrators.userId))
    await summarize('2026-11-22T12:00:00Z')
    expect(mailServer().received).toHaveLength(1)
  })

  test('is chosen by category, of the own role alone; what waits follows the choice', async () => {
    expect(await call('getMailChoices', token.paul)).toMatchObject({
      data: {
        email: PEOPLE.Providers.email,
        isSent: true,
        choices: [
          { notificationCategoryId: 11, name: 'Schedule', mail: 'atOnce' },
          { notificationCategoryId: 12, name: 'Time Off', mail: 'atOnce' },
          { notificationCategoryId: 13, name: 'Documents', mail: 'daily' },
        ],
      },
    })
    expect(await choose(token.paul, 2, 'never')).toMatchObject({
      status: 400,
      message: 'You have no notifications of this category.',
    })
    await add({ date: '2026-11-24' })
    expect(await choose(token.paul, 11, 'daily')).toMatchObject({ status: 200, data: null })
    await afterAMinute()
    expect(received()).toEqual([])
    await summarize('2026-11-21T12:00:00Z')
    expect(received()).toEqual([[PEOPLE.Providers.email, 'Your Homeroom summary of 11/21/2026']])
    await add({ date: '2026-11-25' })
    await choose(token.paul, 11, 'never')
    await summarize('2026-11-22T12:00:00Z')
    expect(mailServer().received).toHaveLength(1)
    expect(await db().select().from(notificationMailChoices)).toEqual([{ userId: 2, categoryId: 11, mail: 'never' }])
  })

  /** What Paul gets, worked out from what happened alone. */
  const expectedMail = (steps: readonly Step[]): string[][] => {
    const choices = new Map<number, MailChoice>(PAULS.map(({ id, mail }) => [id, mail]))
    let waiting: { text: string; category: number; how: MailChoice }[] = []
    const messages: string[][] = []
    const send = (how: MailChoice) => {
      const sent = waiting.filter((one) => one.how === how)
      waiting = waiting.filter((one) => one.how !== how)
      // By category, the latest first.
      const ordered = PAULS.flatMap(({ id }) => sent.filter(({ category }) => category === id).toReversed())
      if (ordered.length > 0) messages.push(ordered.map(({ text }) => text))
    }
    for (const [index, { kind, category, mail }] of steps.entries()) {
      const how = choices.get(category) ?? 'never'
      if (kind === 'notify' && how !== 'never') waiting.push({ text: `Step ${index}`, category, how })
      if (kind === 'read') waiting = waiting.filter((one) => one.category !== category)
      if (kind === 'minute') send('atOnce')
      if (kind === 'morning') send('daily')
      if (kind === 'choose') {
        choices.set(category, mail)
        waiting = waiting
          .filter((one) => one.category !== category || mail !== 'never')
          .map((one) => (one.category === category && mail === 'daily' ? { ...one, how: 'daily' } : one))
      }
    }
    return messages
  }

  test('is what follows from the choices, whatever is written, read and chosen in whatever order', async () => {
    const userId = PEOPLE.Providers.userId
    let morning = Date.parse('2026-11-21T12:00:00Z')
    const take: Record<Step['kind'], (step: Step, index: number) => Promise<unknown>> = {
      notify: ({ category }, index) =>
        db().transaction((tx) =>
          notify(tx, { userId: null, now: server().time }, [stepNotice(category, index, userId)]),
        ),
      read: ({ category }) => call('markCategoryRead', token.paul, { notificationCategoryId: category }),
      choose: ({ category, mail }) => choose(token.paul, category, mail),
      minute: afterAMinute,
      morning: async () => {
        morning += 24 * 3_600_000
        await notificationSummaries.run({ db: db(), clock: () => new Date(morning) })
      },
    }
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 8, maxLength: 16 }), async (steps) => {
        await db().delete(notifications)
        await db().delete(notificationMailChoices)
        await db().delete(jobs)
        mailServer().received.length = 0
        // The last of each, so that nothing is left.
        const all: Step[] = [...steps, { ...QUIET, kind: 'minute' }, { ...QUIET, kind: 'morning' }]
        for (const [index, step] of all.entries()) {
          await take[step.kind](step, index)
          // Summaries are written at once; a later step must find them taken.
          if (step.kind === 'morning') await summariesWritten()
        }
        await afterAMinute()
        const got = mailServer().received.map(({ text }) =>
          text?.match(/^\* Step \d+$/gm)?.map((line) => line.slice(2)),
        )
        expect(got.map(String).sort()).toEqual(expectedMail(all).map(String).sort())
      }),
      tries(3),
    )
  })

  test('stops by its link after a question, which programs that follow links do not answer', async () => {
    await add({ date: '2026-11-24' })
    await afterAMinute()
    const path = stopPath(mailServer().received[0])
    expect(await page(path)).toEqual({
      status: 200,
      lines: [
        'Stop email about “Schedule”? · Homeroom',
        'Stop email about “Schedule”?',
        `Homeroom will no longer send email about “Schedule” to ${PEOPLE.Providers.email}. It still shows these notifications when you sign in.`,
        'Stop email',
      ],
    })
    expect(await db().$count(notificationMailChoices)).toBe(0)
    expect(await page(path, { method: 'POST' })).toEqual({
      status: 200,
      lines: [
        'Email about “Schedule” has stopped · Homeroom',
        'Email about “Schedule” has stopped',
        `Homeroom will no longer send email about “Schedule” to ${PEOPLE.Providers.email}. It still shows these notifications when you sign in.`,
        'To turn it on again, sign in and change your email settings: on the Notifications page, choose Email Settings.',
      ],
    })
    expect(await db().select().from(notificationMailChoices)).toEqual([{ userId: 2, categoryId: 11, mail: 'never' }])
    for (const method of ['GET', 'POST']) {
      for (const wrong of [path.replace('2-11', '1-11'), path.replace('2-11', '2-12'), '/stop-mail/guess']) {
        expect(await page(wrong, { method })).toMatchObject({
          status: 404,
          lines: [
            'This link does not work · Homeroom',
            'This link does not work',
            expect.stringContaining('copied completely'),
          ],
        })
      }
    }
    expect(server().logs).not.toContain(path)
    expect(await db().$count(notificationMailChoices)).toBe(1)
    expect(await db().$count(notifications)).toBe(1)
  })
})
