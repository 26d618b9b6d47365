import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type CalendarFeed, calendarFeedSchema } from '#contract/calendar-feed.ts'
import { envelopeSchema } from '#contract/endpoint.ts'
import type { RecurrenceRule } from '#domain/recurrence.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays } from '#domain/time.ts'
import { calendarFeeds, occurrences } from '#server/db/schema/schedule.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { readCalendar } from '#tests/support/server/feed-reader.ts'
import { addSession, refusalOf, sessionPayload, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, type TestServer, useTestServer } from '#tests/support/server/test-server.ts'

const NO_FEED = { status: 404, message: 'There is no calendar at this address.' }
const FORBIDDEN = { status: 403, message: "You don't have access to this page" }

/** Fields that only administrators fill in. */
const AS_ADA = { providerId: 1, rateTypeId: 1 }

const create = async (server: TestServer, token: string, providerId?: number): Promise<CalendarFeed> => {
  const { status, message, data } = await server.call('createCalendarFeed', { token, body: { providerId } })
  if (status !== 200) throw new Error(`${status} ${message}`)
  return calendarFeedSchema.parse(data)
}

const received = new Map<string, { tag: string; text: string }>()

/** The feed's text; as a calendar app does, asks only for what has changed since it was read last. */
const textAt = async ({ address }: CalendarFeed): Promise<string> => {
  const last = received.get(address)
  const response = await fetch(address, { headers: last ? { 'if-none-match': last.tag } : {} })
  if (last && response.status === 304) return last.text
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const text = await response.text()
  received.set(address, { tag: response.headers.get('etag') ?? '', text })
  return text
}

const pathOf = ({ address }: CalendarFeed) => new URL(address).pathname

describe('the address', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  test('does not exist until it is created, and can be looked up again', async () => {
    expect((await server().call('getCalendarFeed', { token: token.paul })).data).toBeNull()
    const feed = await create(server(), token.paul)
    expect(feed).toEqual({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[0-9a-f-]{36}\.[\w-]{43}\.ics$/),
      webcalAddress: feed.address.replace('http:', 'webcal:'),
      createdAtUtc: '2026-11-20T15:00:00.000Z',
      createdBy: 'Paul Provider',
    })
    expect((await server().call('getCalendarFeed', { token: token.paul })).data).toEqual(feed)
  })

  test('is not stored in the database', async () => {
    const { address } = await create(server(), token.paul)
    const rows = JSON.stringify([
      await database().db.select().from(calendarFeeds),
      await database().db.select().from(transitionLog),
    ])
    expect(rows).not.toContain(address.split('.').at(-2))
  })

  test('belongs to the provider; administrators can manage any provider’s', async () => {
    const feed = await create(server(), token.paul, 1)
    for (const name of ['getCalendarFeed', 'createCalendarFeed', 'revokeCalendarFeed'] as const) {
      const body = { providerId: 1 }
      expect(refusalOf(await server().call(name, { token: token.sofia, body }))).toEqual(FORBIDDEN)
    }
    expect((await server().call('getCalendarFeed', { token: token.sofia })).data).toBeNull()
    expect((await server().call('getCalendarFeed', { token: token.ada, body: { providerId: 1 } })).data).toEqual(feed)
    expect(
      refusalOf(await server().call('createCalendarFeed', { token: token.ada, body: { providerId: 99 } })),
    ).toEqual({ status: 404, message: 'Provider not found.' })
    expect(refusalOf(await server().call('createCalendarFeed', { token: token.ada }))).toMatchObject({
      status: 400,
      message: 'Provider Name Is Required',
    })
    await server().call('revokeCalendarFeed', { token: token.ada, body: { providerId: 1 } })
    expect((await server().call('getCalendarFeed', { token: token.paul })).data).toBeNull()
  })

  test('stops working when replaced or revoked, and then looks like one that never existed', async () => {
    const first = await create(server(), token.paul)
    const second = await create(server(), token.paul)
    expect(refusalOf(await server().fetch(pathOf(first)))).toEqual(NO_FEED)
    expect(await textAt(second)).toContain('BEGIN:VCALENDAR')
    await server().call('revokeCalendarFeed', { token: token.paul })
    expect(refusalOf(await server().fetch(pathOf(second)))).toEqual(NO_FEED)
    const [id = '', signature = ''] = pathOf(first).replace('/calendar/', '').split('.')
    const other = await create(server(), token.sofia)
    const [otherId = ''] = pathOf(other).replace('/calendar/', '').split('.')
    for (const file of [`${otherId}.${signature}.ics`, `${id}.ics`, `${id}.${signature}`, 'x', `${otherId}..ics`]) {
      expect(refusalOf(await server().fetch(`/calendar/${file}`))).toEqual(NO_FEED)
    }
  })

  test('stops working when the account of its provider or its creator is deactivated', async () => {
    const own = await create(server(), token.paul)
    const made = await create(server(), token.ada, 2)
    const setActive = (userId: number, isActive: boolean) =>
      database().db.update(users).set({ isActive }).where(eq(users.id, userId))
    await setActive(PEOPLE.Providers.userId, false)
    expect(refusalOf(await server().fetch(pathOf(own)))).toEqual(NO_FEED)
    expect(await textAt(made)).toContain('BEGIN:VCALENDAR')
    await setActive(PEOPLE.Administrators.userId, false)
    expect(refusalOf(await server().fetch(pathOf(made)))).toEqual(NO_FEED)
  })

  test('logs who created and revoked it', async () => {
    await create(server(), token.ada, 1)
    await create(server(), token.paul)
    await server().call('revokeCalendarFeed', { token: token.paul })
    await server().call('revokeCalendarFeed', { token: token.paul })
    const rows = await database()
      .db.select()
      .from(transitionLog)
      .where(eq(transitionLog.machine, 'calendarFeed'))
      .orderBy(asc(transitionLog.id))
    expect(
      rows.map(({ userId, entity, fromState, event, toState }) => [userId, entity, fromState, event, toState]),
    ).toEqual([
      [1, '1', 'private', 'feed.create', 'shared'],
      [2, '1', 'shared', 'feed.create', 'shared'],
      [2, '1', 'shared', 'feed.revoke', 'private'],
    ])
  })

  test('is created once, however many requests arrive at the same time', async () => {
    const feeds = await Promise.all([1, 2, 3, 4].map(() => create(server(), token.paul)))
    const statuses = await Promise.all(feeds.map(async ({ address }) => (await fetch(address)).status))
    expect(statuses.sort()).toEqual([200, 404, 404, 404])
  })

  test('stays out of the log', async () => {
    const feed = await create(server(), token.paul)
    await textAt(feed)
    const [id = '', signature = ''] = pathOf(feed).replace('/calendar/', '').split('.')
    await server().fetch(`/calendar/${id}.x${signature}.ics`)
    expect(server().logs).toContain('"route":"/calendar/{file}"')
    for (const secret of [id, signature]) expect(server().logs).not.toContain(secret)
  })
})

/** Creates a feed over a connection whose Host header is given. */
const createAt = async (server: TestServer, token: string, headers: Record<string, string>) => {
  const call = request(`${server.url}/api/calendar-feed/create-calendar-feed`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json', ...headers },
  })
  call.end('{}')
  const [response]: IncomingMessage[] = await once(call, 'response')
  return envelopeSchema.parse(response && (await json(response)))
}

describe('the public address', () => {
  const database = useDatabase()
  const server = useTestServer(database, { proxies: 1, publicUrl: 'https://portal.example' })
  const bare = useTestServer(database)
  const token = useDistrict(database, server)
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }

  test('is the setting, whatever the request’s headers say', async () => {
    const { data } = await createAt(server(), token.paul, forged)
    const { address, webcalAddress } = calendarFeedSchema.parse(data)
    expect(address).toMatch(/^https:\/\/portal\.example\/calendar\//)
    expect(webcalAddress).toMatch(/^webcal:\/\/portal\.example\/calendar\//)
  })

  test('without the setting, only users on the same machine get an address', async () => {
    bare().now = TEST_NOW
    expect(await createAt(bare(), token.paul, forged)).toEqual({
      statusCode: 503,
      message: 'This server does not know its public address. Its operator must set PUBLIC_URL.',
      data: null,
    })
    const { data } = await createAt(bare(), token.paul, { host: 'localhost:4173' })
    expect(calendarFeedSchema.parse(data).address).toMatch(/^http:\/\/localhost:4173\/calendar\//)
  })
})

describe('limits', () => {
  const database = useDatabase()
  const server = useTestServer(database, { feedLimits: { perFeed: 3, missesPerAddress: 3 } })
  const token = useDistrict(database, server)

  test('slow down guessing and excessive reads', async () => {
    const feed = await create(server(), token.paul)
    for (let count = 0; count < 3; count += 1) {
      expect((await server().fetch('/calendar/guess.ics')).status).toBe(404)
      await textAt(feed)
    }
    const refused = await server().fetch('/calendar/guess.ics')
    expect(refusalOf(refused)).toEqual({ status: 429, message: 'Too many attempts. Please try again in 60 minutes.' })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await server().fetch(pathOf(feed))).status).toBe(429)
    expect(await textAt(await create(server(), token.paul))).toContain('BEGIN:VCALENDAR')
  })
})

describe('the reply', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  test('is a private calendar file that answers 304 when unchanged', async () => {
    await addSession(server(), token.paul)
    const { address } = await create(server(), token.paul)
    const response = await fetch(address)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    const tag = response.headers.get('etag') ?? ''
    const again = await fetch(address, { headers: { 'if-none-match': tag } })
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' })
    await addSession(server(), token.paul, { eventName: 'One more', startTime: '13:00', endTime: '13:30' })
    const changed = await fetch(address, { headers: { 'if-none-match': tag } })
    expect(changed.status).toBe(200)
    expect(readCalendar(await changed.text()).map(({ summary }) => summary)).toEqual(['Fine motor group', 'One more'])
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    expect((await server().fetch(new URL(address).pathname, { method: 'POST' })).status).toBe(405)
  })

  test('follows names, time off and the day, whose changes write none of its sessions', async () => {
    const { pool } = database()
    await addSession(server(), token.ada, { ...AS_ADA, date: '2026-09-25' })
    await addSession(server(), token.paul)
    const feed = await create(server(), token.paul)
    const texts = [await textAt(feed)]
    const change = async (sql: string, ...values: unknown[]) => {
      await pool.query(sql, values)
      texts.push(await textAt(feed))
    }
    await change("update schools set name = 'Lincoln Middle School' where name = 'Lincoln'")
    await change("update services set description = 'OT' where description = 'Occupational Therapy'")
    await change("update providers set last_name = 'Prince' where id = 1")
    await change(
      `insert into pto_requests (provider_id, reason, requested_date, start_time, end_time, state)
       values (1, 'Dentist', '2026-11-23', '08:00', '12:00', 'accepted')`,
    )
    await change("update pto_requests set state = 'withdrawn'")
    server().now = new Date('2026-11-22T15:00:00Z')
    texts.push(await textAt(feed))
    const twice = (where: string) => [`Fine motor group, ${where}`, `Fine motor group, ${where}`]
    expect(
      texts.map((text) => [
        /X-WR-CALNAME:Homeroom: (.*)\r/.exec(text)?.[1],
        ...readCalendar(text).map(({ summary, location, description = '' }) =>
          [summary, location, description.split('\n')[0]].filter(Boolean).join(', '),
        ),
      ]),
    ).toEqual([
      ['Paul Provider', ...twice('Lincoln, Occupational Therapy')],
      ['Paul Provider', ...twice('Lincoln Middle School, Occupational Therapy')],
      ['Paul Provider', ...twice('Lincoln Middle School, OT')],
      ['Paul Prince', ...twice('Lincoln Middle School, OT')],
      ['Paul Prince', ...twice('Lincoln Middle School, OT'), 'Time off'],
      ['Paul Prince', ...twice('Lincoln Middle School, OT')],
      // The first session is now more than eight weeks ago.
      ['Paul Prince', 'Fine motor group, Lincoln Middle School, OT'],
    ])
    expect(await textAt(feed)).toBe(texts.at(-1))
  })

  test('contains times, school, service and the number of students, but no names', async () => {
    await addSession(server(), token.paul, { eventName: 'Gruppe Ähren, 言語' })
    const text = await textAt(await create(server(), token.paul))
    expect(readCalendar(text)).toEqual([
      {
        uid: expect.stringMatching(/^occurrence-\d+@[0-9a-f]{12}\.homeroom$/),
        startsAt: '2026-11-20T14:00:00.000Z',
        endsAt: '2026-11-20T14:45:00.000Z',
        summary: 'Gruppe Ähren, 言語',
        location: 'Lincoln',
        description: 'Occupational Therapy\n2 students',
        status: 'CONFIRMED',
      },
    ])
    for (const { name } of await database().db.select({ name: students.name }).from(students)) {
      expect(text).not.toContain(name)
    }
  })

  test('contains only accepted time off', async () => {
    const request = { providerId: 1, reason: 'Dentist', startTime: '08:00', endTime: '12:00' }
    await database()
      .db.insert(ptoRequests)
      .values([
        { ...request, requestedDate: '2026-11-23', state: 'accepted', decidedAt: new Date('2026-11-10T10:00:00Z') },
        { ...request, requestedDate: '2026-11-24', state: 'pending' },
        { ...request, requestedDate: '2026-11-25', state: 'rejected' },
        { ...request, requestedDate: '2026-11-26', state: 'accepted', providerId: 2 },
      ])
    const text = await textAt(await create(server(), token.paul))
    expect(readCalendar(text).map(({ summary, startsAt, endsAt }) => [summary, startsAt, endsAt])).toEqual([
      ['Time off', '2026-11-23T13:00:00.000Z', '2026-11-23T17:00:00.000Z'],
    ])
    expect(text).not.toContain('Dentist')
  })

  test('starts eight weeks back and includes whole series', async () => {
    await addSession(server(), token.ada, { ...AS_ADA, date: '2026-09-24', eventName: 'Too long ago' })
    await addSession(server(), token.ada, { ...AS_ADA, date: '2026-09-25', eventName: 'Eight weeks ago' })
    const weekly: RecurrenceRule = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [3] }
    await addSession(server(), token.ada, {
      ...AS_ADA,
      date: '2026-09-02',
      endDate: '2026-10-07',
      rule: weekly,
      eventName: 'Weekly',
    })
    const text = await textAt(await create(server(), token.paul))
    expect(readCalendar(text).map(({ summary }) => summary)).toEqual([
      ...['Weekly', 'Weekly', 'Weekly', 'Weekly'],
      'Eight weeks ago',
      ...['Weekly', 'Weekly'],
    ])
  })
})

describe('the feed matches what is stored', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const rowsOfPaul = () =>
    database()
      .db.select()
      .from(occurrences)
      .where(and(eq(occurrences.providerId, 1), isNull(occurrences.deletedAt)))
      .orderBy(asc(occurrences.startsAt), asc(occurrences.id))

  /** Every occurrence of Paul's with what a calendar shows of it. */
  const stored = async () =>
    (await rowsOfPaul()).map(({ startsAt, endsAt, title, studentsCount }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      title,
      students: `Occupational Therapy\n${studentsCount} student${studentsCount === 1 ? '' : 's'}`,
    }))

  const read = async (feed: CalendarFeed) =>
    readCalendar(await textAt(feed)).map(({ startsAt, endsAt, summary: title, description: students }) => ({
      startsAt,
      endsAt,
      title,
      students,
    }))

  const occurrenceOn = async (date: string) => {
    const row = (await rowsOfPaul()).find((occurrence) => occurrence.date === date)
    if (!row) throw new Error(`No session on ${date}`)
    return row
  }

  const editOne = async (date: string, form: Partial<SessionForm>, by = token.ada) => {
    const { id, version } = await occurrenceOn(date)
    const body = { ...sessionPayload({ ...AS_ADA, date, ...form }), id, entityCacheKey: String(version) }
    const reply = await server().call('updateScheduleEventRecurrence', { token: by, body })
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}`)
    return id
  }

  const START = '2026-11-24'
  const END = '2027-11-19'
  const RULES: [string, RecurrenceRule][] = [
    ['every third day', { type: 'daily', option: 'everyNDays', everyNDays: 3 }],
    ['every weekday', { type: 'daily', option: 'everyWeekday' }],
    ['weekly', { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] }],
    [
      'every second week, weeks starting on Sunday',
      { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 2, days: [0, 2] },
    ],
    ['first and last weeks of the month', { type: 'weekly', option: 'weeksOfMonth', weeks: [1, 5], days: [2, 3] }],
    ['fourth and last, which may be the same', { type: 'weekly', option: 'weeksOfMonth', weeks: [4, 5], days: [2] }],
    ['dates of every second month', { type: 'monthly', option: 'dates', everyNMonths: 2, dates: [1, 24, 31] }],
    ['nth weekdays', { type: 'monthly', option: 'nthWeekday', everyNMonths: 3, weeks: [2, 4], days: [1, 2] }],
  ]

  test.each(RULES)('%s: created, then one deleted, one moved, changed from a day on, ended', async (_, rule) => {
    const form = { rule, date: START, endDate: END, eventName: 'Gruppe Ähren, 言語' }
    const { id } = await addSession(server(), token.paul, form)
    const feed = await create(server(), token.paul)
    const equal = async () => expect(await read(feed)).toEqual(await stored())
    expect((await stored()).length).toBeGreaterThan(7)
    await equal()

    const dates = (await rowsOfPaul()).map(({ date }) => date)
    const dateAt = (share: number) => dates[Math.floor(dates.length * share)] ?? ''
    const deleted = await occurrenceOn(dateAt(0.3))
    const removal = { scheduleEventRecurrenceIds: [deleted.id], entityCacheKey: '1' }
    expect((await server().call('deleteScheduleEvents', { token: token.paul, body: removal })).status).toBe(200)
    expect((await stored()).length).toBe(dates.length - 1)
    await equal()

    const moved = await occurrenceOn(dateAt(0.45))
    await editOne(moved.date, {
      date: addDays(moved.date, 1),
      startTime: '18:00',
      endTime: '18:30',
      eventName: 'Moved',
    })
    await equal()

    const series = await server().call('editScheduleEventById', { token: token.ada, body: { id, isEdit: true } })
    const { entityCacheKey } = series.data as { entityCacheKey: string }
    const change = {
      ...sessionPayload({ ...form, ...AS_ADA, startTime: '10:00', endTime: '11:00', eventName: 'Changed' }),
      id,
      entityCacheKey,
      changeFromDate: dateAt(0.6),
    }
    expect(refusalOf(await server().call('updateScheduleEventSeries', { token: token.ada, body: change }))).toEqual({
      status: 200,
      message: 'Event has been updated successfully',
    })
    expect(new Set((await stored()).map(({ title }) => title))).toEqual(
      new Set(['Gruppe Ähren, 言語', 'Moved', 'Changed']),
    )
    await equal()

    const ending = { id, fromDate: dateAt(0.8) }
    expect((await server().call('deleteScheduleEventSeries', { token: token.ada, body: ending })).status).toBe(200)
    expect((await stored()).length).toBeLessThan(dates.length * 0.85)
    await equal()
  })

  test('a series is one event with a rule, and its sequence number rises with every change', async () => {
    const rule: RecurrenceRule = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }
    await addSession(server(), token.paul, { rule, date: START, endDate: '2027-01-31' })
    const feed = await create(server(), token.paul)
    const sequence = async () => Number(/SEQUENCE:(\d+)/.exec(await textAt(feed))?.[1])
    expect((await textAt(feed)).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(await sequence()).toBe(0)
    server().now = new Date('2026-11-20T15:10:00Z')
    const { id } = await occurrenceOn('2026-12-01')
    await server().call('deleteScheduleEvents', { token: token.paul, body: { scheduleEventRecurrenceIds: [id] } })
    const text = await textAt(feed)
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain('EXDATE;TZID=America/New_York:20261201T090000')
    expect(text).toContain('LAST-MODIFIED:20261120T151000Z')
    expect(await sequence()).toBe(1)
  })

  test('a pending change leaves the session as it is, marked tentative, until it is decided', async () => {
    const rule: RecurrenceRule = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }
    await addSession(server(), token.paul, { rule, date: START, endDate: '2026-12-31' })
    const feed = await create(server(), token.paul)
    const id = await editOne('2026-12-08', { startTime: '14:00', endTime: '14:30' }, token.paul)
    const tentative = async () =>
      readCalendar(await textAt(feed))
        .filter(({ status }) => status === 'TENTATIVE')
        .map(({ startsAt, description }) => [startsAt, description])
    expect(await tentative()).toEqual([
      [
        '2026-12-08T14:00:00.000Z',
        'Occupational Therapy\n2 students\nA change to this session is waiting for approval.',
      ],
    ])
    await server().call('approveScheduleEventRecurrence', { token: token.ada, body: { id } })
    expect(await tentative()).toEqual([])
    expect(await read(feed)).toEqual(await stored())
    expect((await stored()).map(({ startsAt }) => startsAt)).toContain('2026-12-08T19:00:00.000Z')
  })

  test('a session that an administrator gave to another provider moves to the other calendar', async () => {
    const rule: RecurrenceRule = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }
    await addSession(server(), token.paul, { rule, date: START, endDate: '2026-12-31' })
    const [paul, sofia] = [await create(server(), token.paul), await create(server(), token.sofia)]
    await editOne('2026-12-08', { providerId: 2 })
    expect(await read(paul)).toEqual(await stored())
    expect((await read(sofia)).map(({ startsAt }) => startsAt)).toEqual(['2026-12-08T14:00:00.000Z'])
  })
})
