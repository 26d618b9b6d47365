import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import { type SessionPreview, sessionPreviewSchema } from '#contract/session-preview.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays } from '#domain/time.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import {
  addDistrict,
  addSession,
  CASELOAD_IDS,
  occurrenceIdsOn,
  refusalOf,
  SCHOOL_IDS,
  sessionPayload,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const EXPIRED = 'Event has been expired so you cannot change this event.'
const CALLS = {
  add: 'addScheduleEvent',
  updateOccurrence: 'updateScheduleEventRecurrence',
  updateSeries: 'updateScheduleEventSeries',
  deleteOccurrences: 'deleteScheduleEvents',
  deleteSeries: 'deleteScheduleEventSeries',
} as const
type Kind = keyof typeof CALLS

/** Tuesdays and Thursdays from next week on. */
const series: Partial<SessionForm> = {
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
  date: '2026-11-24',
  endDate: '2026-12-10',
}
const byAda = { providerId: 1, rateTypeId: 1 }
const nothing = {
  created: 0,
  changed: 0,
  removed: 0,
  leftAlone: { approved: 0, locked: 0, expired: 0, editedAlone: 0 },
  isPending: false,
}

describe('the preview of a change', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const rows = async (query: string, values: unknown[] = []) =>
    (await database().pool.query(query, values)).rows as Record<string, unknown>[]
  const previewCall = (by: string, change: Kind, body: object) =>
    server().call('previewScheduleEvent', { token: by, body: { ...body, change } })
  const preview = async (by: string, change: Kind, body: object): Promise<SessionPreview> => {
    const reply = await previewCall(by, change, body)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}`)
    return sessionPreviewSchema.parse(reply.data)
  }
  const stored = async (by: string, id: number): Promise<StoredSession> =>
    storedSessionSchema.parse(
      (await server().call('editScheduleEventRecurrenceById', { token: by, body: { id } })).data,
    )
  const storedSeries = async (by: string, id: number): Promise<StoredSession> =>
    storedSessionSchema.parse((await server().call('editScheduleEventById', { token: by, body: { id } })).data)
  const setDay = (date: string, state: string, providerId = 1) =>
    rows(
      `insert into provider_days (provider_id, date, state) values ($1, $2, $3)
       on conflict (provider_id, date) do update set state = excluded.state`,
      [providerId, date, state],
    )
  const timeOff = (date: string, state = 'accepted', [start, end] = ['09:30', '12:00'], providerId = 1) =>
    rows(
      `insert into pto_requests (provider_id, requested_date, start_time, end_time, reason, state)
       values ($1, $2, $3, $4, 'Dentist', $5)`,
      [providerId, date, start, end, state],
    )
  const clashesOn = ({ dates }: SessionPreview, date: string) =>
    dates.flatMap((each) => (each.date === date && 'clashes' in each ? each.clashes : []))

  /** Everything that a change may write, as text. */
  const everything = async () =>
    JSON.stringify(
      await Promise.all(
        [
          'schedule_events',
          'occurrences',
          'occurrence_students',
          'occurrence_edits',
          'provider_days',
          'transition_log',
          'timesheets',
        ].map((table) => rows(`select * from ${table} order by 1, 2`)),
      ),
    )

  interface Live {
    date: string
    version: number
  }
  const live = async () =>
    new Map(
      (await rows('select id, date::text, version from occurrences where deleted_at is null')).map(
        ({ id, date, version }): [number, Live] => [Number(id), { date: String(date), version: Number(version) }],
      ),
    )

  /** What a change did to which dates, derived from the rows, in the form of a preview. */
  const doneTo = (before: Map<number, Live>, after: Map<number, Live>): string[] => {
    const done: string[] = []
    for (const [id, { date }] of after) if (!before.has(id)) done.push(`${date} created`)
    for (const [id, { date, version }] of before) {
      const now = after.get(id)
      if (!now) done.push(`${date} removed`)
      else if (now.date !== date) done.push(`${now.date} moved from ${date}`)
      else if (now.version !== version) done.push(`${date} changed`)
    }
    return done.sort()
  }
  const datesOf = ({ dates }: SessionPreview): string[] =>
    dates
      .flatMap((each) => {
        if (each.what === 'leftAlone' || each.what === 'skipped') return []
        return each.what === 'moved' ? `${each.date} moved from ${each.movedFrom}` : `${each.date} ${each.what}`
      })
      .sort()

  /** Previews the change, makes it, and compares the two, including refusals. Returns the preview. */
  const previewAndDo = async (by: string, change: Kind, body: object): Promise<SessionPreview | undefined> => {
    const untouched = await everything()
    const ahead = await previewCall(by, change, body)
    expect(await everything(), 'the preview wrote something').toBe(untouched)
    const before = await live()
    const { data: preview } = sessionPreviewSchema.safeParse(ahead.data)
    // A waiting request that the preview names is discarded only if the change confirms it.
    const replacesKey = preview?.replaces?.key
    const real = await server().call(CALLS[change], {
      token: by,
      body: { ...body, ...(replacesKey && { replacesKey }) },
    })
    if (!preview || ahead.status !== 200 || real.status !== 200) {
      expect(refusalOf(ahead)).toEqual(refusalOf(real))
      return undefined
    }
    const clashes = preview.dates.flatMap((each) =>
      'clashes' in each && each.clashes.length > 0 ? { date: each.date, clashes: each.clashes } : [],
    )
    const counts = change === 'add' ? { id: expect.any(Number), occurrences: preview.counts.created } : preview.counts
    expect(real.data).toEqual({ ...counts, ...(clashes.length > 0 && { clashes }) })
    const left = preview.dates.filter(({ what }) => what === 'leftAlone').length
    expect(Object.values(preview.counts.leftAlone).reduce((sum, count) => sum + count)).toBe(left)
    if (!preview.counts.isPending) expect(doneTo(before, await live())).toEqual(datesOf(preview))
    return preview
  }

  test('lists each date of a new series, and the dates that its months do not have', async () => {
    const monthly = sessionPayload({
      rule: { type: 'monthly', option: 'dates', everyNMonths: 1, dates: [30, 31] },
      date: '2026-12-31',
      endDate: '2027-04-30',
    })
    expect(await previewAndDo(token.paul, 'add', monthly)).toEqual({
      counts: { ...nothing, created: 6 },
      changes: [],
      dates: [
        { what: 'created', date: '2026-12-31', clashes: [] },
        { what: 'created', date: '2027-01-30', clashes: [] },
        { what: 'created', date: '2027-01-31', clashes: [] },
        { what: 'skipped', date: '2027-02-30', why: 'noSuchDate' },
        { what: 'skipped', date: '2027-02-31', why: 'noSuchDate' },
        { what: 'created', date: '2027-03-30', clashes: [] },
        { what: 'created', date: '2027-03-31', clashes: [] },
        { what: 'created', date: '2027-04-30', clashes: [] },
      ],
    })
    expect((await preview(token.paul, 'add', sessionPayload())).dates).toHaveLength(1)
  })

  test('Update All: changed, created, removed, left alone with the reason, skipped', async () => {
    await addSession(server(), token.ada, { ...series, ...byAda, date: '2026-11-17' })
    // 11/17 and 11/19 have passed; 11/24 approved, 11/26 locked, 12/01 individually moved, 12/03 deleted, 12/08
    // pending.
    const moved = await stored(token.ada, 5)
    await server().call('updateScheduleEventRecurrence', {
      token: token.ada,
      body: { ...moved, fromDate: '2026-12-02' },
    })
    await server().call('deleteScheduleEvents', { token: token.ada, body: { scheduleEventRecurrenceIds: [6] } })
    const waiting = { ...(await stored(token.paul, 7)), endTime: '10:00' }
    await server().call('updateScheduleEventRecurrence', { token: token.paul, body: waiting })
    await setDay('2026-11-24', 'approved')
    await setDay('2026-11-26', 'locked')
    const whole = await storedSeries(token.ada, 1)
    const change = {
      ...whole,
      startTime: '13:00',
      endTime: '14:00',
      toDate: '2026-12-15',
      changeFromDate: '2026-11-17',
    }
    expect(await previewAndDo(token.ada, 'updateSeries', change)).toEqual({
      counts: {
        ...nothing,
        created: 1,
        changed: 1,
        leftAlone: { approved: 1, locked: 1, expired: 2, editedAlone: 2 },
      },
      changes: ['the time (9:00 AM-9:45 AM to 1:00 PM-2:00 PM)', 'the recurrence'],
      dates: [
        { what: 'leftAlone', date: '2026-11-17', why: 'expired' },
        { what: 'leftAlone', date: '2026-11-19', why: 'expired' },
        { what: 'leftAlone', date: '2026-11-24', why: 'approved' },
        { what: 'leftAlone', date: '2026-11-26', why: 'locked' },
        { what: 'leftAlone', date: '2026-12-02', why: 'editedAlone' },
        { what: 'skipped', date: '2026-12-03', why: 'deletedAlone' },
        { what: 'leftAlone', date: '2026-12-08', why: 'editedAlone' },
        { what: 'changed', date: '2026-12-10', clashes: [] },
        { what: 'created', date: '2026-12-15', clashes: [] },
      ],
    })
  })

  test('one occurrence: changed, moved, pending approval, removed, or unchanged', async () => {
    await addSession(server(), token.ada, { ...series, ...byAda })
    const first = await stored(token.ada, 1)
    expect(await preview(token.ada, 'updateOccurrence', first)).toEqual({ counts: nothing, changes: [], dates: [] })
    expect(await preview(token.paul, 'updateOccurrence', { ...first, endTime: '10:00' })).toEqual({
      counts: { ...nothing, isPending: true },
      changes: ['the time (9:00 AM-9:45 AM to 9:00 AM-10:00 AM)'],
      dates: [{ what: 'changed', date: '2026-11-24', clashes: [] }],
    })
    expect(await previewAndDo(token.ada, 'updateOccurrence', { ...first, fromDate: '2026-11-25' })).toEqual({
      counts: { ...nothing, changed: 1 },
      changes: ['the day (11/24/2026 to 11/25/2026)'],
      dates: [{ what: 'moved', date: '2026-11-25', movedFrom: '2026-11-24', clashes: [] }],
    })
    const deletion = { scheduleEventRecurrenceIds: [3, 2] }
    expect(await previewAndDo(token.paul, 'deleteOccurrences', deletion)).toMatchObject({
      counts: { removed: 2 },
      dates: [
        { what: 'removed', date: '2026-11-26' },
        { what: 'removed', date: '2026-12-01' },
      ],
    })
  })

  test('Delete Series: removed, and left alone with the reason', async () => {
    await addSession(server(), token.ada, { ...series, ...byAda })
    const edited = { ...(await stored(token.ada, 4)), endTime: '10:00' }
    await server().call('updateScheduleEventRecurrence', { token: token.ada, body: edited })
    await setDay('2026-12-08', 'approved')
    expect(await previewAndDo(token.paul, 'deleteSeries', { id: 1, fromDate: '2026-12-01' })).toEqual({
      counts: { ...nothing, removed: 2, leftAlone: { ...nothing.leftAlone, approved: 1, editedAlone: 1 } },
      changes: [],
      dates: [
        { what: 'removed', date: '2026-12-01' },
        { what: 'leftAlone', date: '2026-12-03', why: 'editedAlone' },
        { what: 'leftAlone', date: '2026-12-08', why: 'approved' },
        { what: 'removed', date: '2026-12-10' },
      ],
    })
  })

  test('names every conflict: sessions of the provider and the students, time off, the end of the school year', async () => {
    await addSession(server(), token.paul, {
      date: '2026-11-24',
      startTime: '09:30',
      endTime: '10:30',
      eventName: 'Sensory',
    })
    const atMaple = { schoolId: SCHOOL_IDS.maple, caseloadIds: [CASELOAD_IDS.chi] }
    await addSession(server(), token.paul, { ...atMaple, date: '2026-11-26', startTime: '08:00', endTime: '09:15' })
    // Adjacent is not overlapping.
    await addSession(server(), token.paul, { date: '2026-12-01', startTime: '08:00', endTime: '09:00' })
    await addSession(server(), token.paul, { date: '2026-12-01', startTime: '09:45', endTime: '10:00' })
    const sofias = {
      providerId: 2,
      rateTypeId: 1,
      eventName: 'Balance',
      caseloadIds: [CASELOAD_IDS.ana, CASELOAD_IDS.dora],
    }
    await addSession(server(), token.ada, { ...sofias, date: '2026-12-03', startTime: '09:15', endTime: '09:30' })
    await timeOff('2026-12-08')
    await rows(`update organisation set school_year_ends_on = '2026-12-08'`)

    const body = sessionPayload({ ...series, ...byAda })
    const ahead = await preview(token.ada, 'add', body)
    expect(clashesOn(ahead, '2026-11-24')).toEqual([
      {
        kind: 'providerSession',
        occurrenceId: 1,
        title: 'Sensory',
        startTime: '09:30',
        endTime: '10:30',
        schoolName: 'Lincoln',
        providerName: 'Paul Provider',
        studentNames: ['Ana Núñez', 'Bo Li'],
      },
    ])
    expect(clashesOn(ahead, '2026-11-26')).toEqual([
      expect.objectContaining({ kind: 'providerSession', schoolName: 'Maple', studentNames: [] }),
    ])
    expect(clashesOn(ahead, '2026-12-01')).toEqual([])
    expect(clashesOn(ahead, '2026-12-03')).toEqual([
      {
        kind: 'studentSession',
        occurrenceId: 5,
        title: 'Balance',
        startTime: '09:15',
        endTime: '09:30',
        providerName: 'Sofía Special',
        studentNames: ['Ana Núñez'],
      },
    ])
    expect(clashesOn(ahead, '2026-12-08')).toEqual([{ kind: 'timeOff', startTime: '09:30', endTime: '12:00' }])
    expect(clashesOn(ahead, '2026-12-10')).toEqual([{ kind: 'afterSchoolYear', schoolYearEndsOn: '2026-12-08' }])
    // A warning does not refuse the change; the reply repeats it.
    const added = await server().call('addScheduleEvent', { token: token.ada, body })
    expect(added).toMatchObject({
      status: 200,
      data: {
        occurrences: 6,
        clashes: ['2026-11-24', '2026-11-26', '2026-12-03', '2026-12-08', '2026-12-10'].map((date) => ({
          date,
          clashes: clashesOn(ahead, date),
        })),
      },
    })
  })

  test('reveals only the time of another provider’s session with a student', async () => {
    const sofias = {
      providerId: 2,
      rateTypeId: 1,
      eventName: 'Balance',
      caseloadIds: [CASELOAD_IDS.ana, CASELOAD_IDS.dora],
    }
    await addSession(server(), token.ada, { ...sofias, date: '2026-11-24' })
    await timeOff('2026-11-24', 'accepted', ['07:00', '23:00'], 2)
    const ahead = await previewCall(token.paul, 'add', sessionPayload({ date: '2026-11-24' }))
    expect(sessionPreviewSchema.parse(ahead.data).dates).toEqual([
      {
        what: 'created',
        date: '2026-11-24',
        clashes: [
          {
            kind: 'studentSession',
            occurrenceId: null,
            title: null,
            startTime: '09:00',
            endTime: '09:45',
            providerName: null,
            studentNames: ['Ana Núñez'],
          },
        ],
      },
    ])
    expect(JSON.stringify(ahead)).not.toMatch(/Balance|Sof|Dora/)
  })

  test('ignores time off that was not accepted, and sessions that the change itself moves or removes', async () => {
    for (const state of ['pending', 'rejected', 'withdrawn']) await timeOff('2026-11-24', state)
    await timeOff('2026-11-24', 'accepted', ['07:00', '09:00'])
    await timeOff('2026-11-24', 'accepted', ['09:45', '12:00'])
    await addSession(server(), token.ada, { ...series, ...byAda })
    await server().call('deleteScheduleEvents', { token: token.ada, body: { scheduleEventRecurrenceIds: [2] } })
    const first = await stored(token.ada, 1)
    expect(
      clashesOn(await preview(token.ada, 'updateOccurrence', { ...first, endTime: '09:30' }), '2026-11-24'),
    ).toEqual([])
    // A deleted session does not conflict; one that the series change leaves alone does.
    expect(
      clashesOn(await preview(token.ada, 'updateOccurrence', { ...first, fromDate: '2026-11-26' }), '2026-11-26'),
    ).toEqual([])
    expect(
      clashesOn(await preview(token.ada, 'updateOccurrence', { ...first, fromDate: '2026-12-01' }), '2026-12-01'),
    ).toEqual([expect.objectContaining({ kind: 'providerSession', occurrenceId: 3 })])
    const whole = await storedSeries(token.ada, 1)
    const ahead = await preview(token.ada, 'updateSeries', { ...whole, endTime: '09:30', changeFromDate: '2026-11-24' })
    expect(ahead.counts.changed).toBe(5)
    expect(ahead.dates.every((each) => !('clashes' in each) || each.clashes.length === 0)).toBe(true)
  })

  test('uses the wall clock across a clock change', async () => {
    // Clocks go forward on 03/14/2027: 9:00 is a different instant after it, and still 9:00.
    await addSession(server(), token.paul, { date: '2027-03-16', startTime: '09:45', endTime: '10:45' })
    await addSession(server(), token.paul, { date: '2027-03-18', startTime: '09:30', endTime: '10:30' })
    const across = { ...series, date: '2027-03-11', endDate: '2027-03-18' }
    const ahead = await previewAndDo(token.paul, 'add', sessionPayload(across))
    expect(ahead?.dates.map(({ date }) => [date, clashesOn(ahead, date).length])).toEqual([
      ['2027-03-11', 0],
      ['2027-03-16', 0],
      ['2027-03-18', 1],
    ])
  })

  test('refuses with the message of the real call', async () => {
    await addSession(server(), token.ada, { ...series, ...byAda })
    await addSession(server(), token.ada, { ...byAda, date: '2026-11-19' })
    const refused = async (by: string, kind: Kind, body: object) => {
      expect(await previewAndDo(by, kind, body)).toBeUndefined()
      return refusalOf(await previewCall(by, kind, body))
    }
    const whole = await storedSeries(token.ada, 1)
    const first = await stored(token.ada, 1)
    expect(await refused(token.paul, 'add', sessionPayload({ eventName: '', caseloadIds: [] }))).toEqual({
      status: 400,
      message: 'Session Name Is Required',
      errors: [
        { path: 'eventName', message: 'Session Name Is Required' },
        { path: 'caseloadIds', message: 'At least 1 student is required' },
      ],
    })
    const noDates = { ...series, endDate: '2026-11-25', rule: { ...series.rule, days: [5] } } as Partial<SessionForm>
    expect(await refused(token.paul, 'add', sessionPayload(noDates))).toMatchObject({
      errors: [{ path: 'endDate', message: 'This series has no sessions between its Start Date and End Date' }],
    })
    expect(await refused(token.paul, 'add', sessionPayload({ startTime: 'soon' }))).toMatchObject({ status: 400 })
    expect(await refused(token.paul, 'add', sessionPayload({ providerId: 2 }))).toMatchObject({ status: 403 })
    expect(await refused(token.paul, 'add', sessionPayload({ schoolId: SCHOOL_IDS.northgate }))).toMatchObject({
      status: 403,
      errors: [{ path: 'schoolId' }],
    })
    expect(await refused(token.paul, 'add', sessionPayload({ caseloadIds: [CASELOAD_IDS.dora] }))).toMatchObject({
      status: 403,
      errors: [{ path: 'caseloadIds' }],
    })
    for (const [kind, body] of [
      ['updateOccurrence', { ...first, providerId: 0 }],
      ['updateSeries', { ...whole, providerId: 0 }],
      ['deleteOccurrences', { scheduleEventRecurrenceIds: [1] }],
      ['deleteSeries', { id: 1 }],
    ] as const) {
      expect(await refused(token.sofia, kind, body)).toEqual({ status: 404, message: 'Session not found.' })
    }
    const passed = (await occurrenceIdsOn(server(), token.ada, '2026-11-19')).at(-1) ?? 0
    expect(await refused(token.ada, 'deleteOccurrences', { scheduleEventRecurrenceIds: [passed] })).toEqual({
      status: 400,
      message: EXPIRED,
    })
    expect(await refused(token.ada, 'deleteSeries', { id: 2 })).toEqual({ status: 400, message: EXPIRED })
    await setDay('2026-11-24', 'approved')
    await setDay('2026-11-25', 'locked')
    expect(await refused(token.paul, 'add', sessionPayload(series))).toEqual({
      status: 409,
      message: 'No session can be added: 11/24/2026 is approved.',
    })
    expect(await refused(token.ada, 'deleteOccurrences', { scheduleEventRecurrenceIds: [2, 1] })).toMatchObject({
      status: 409,
    })
    expect(await refused(token.ada, 'updateOccurrence', { ...first, endTime: '10:00' })).toEqual({
      status: 409,
      message: '11/24/2026 is approved. You will not be able to make any changes for this day.',
    })
    const second = await stored(token.ada, 2)
    expect(await refused(token.ada, 'updateOccurrence', { ...second, fromDate: '2026-11-25' })).toEqual({
      status: 409,
      message: 'No session can be added: 11/25/2026 is locked.',
    })
    await server().call('updateScheduleEventSeries', { token: token.paul, body: { ...whole, colourCode: '#112233' } })
    expect(await refused(token.ada, 'updateSeries', { ...whole, endTime: '10:00' })).toEqual({
      status: 409,
      message: 'Paul Provider has changed the color of this session.',
    })
    expect(await refused(token.ada, 'deleteSeries', { id: 1, entityCacheKey: whole.entityCacheKey })).toMatchObject({
      status: 409,
    })
  })

  test('matches the real change for random requests', async () => {
    const day = (from: number, to: number) => fc.integer({ min: from, max: to }).map((days) => addDays(TODAY, days))
    const rule: fc.Arbitrary<SessionForm['rule']> = fc.oneof(
      fc.uniqueArray(fc.constantFrom<0 | 1 | 2 | 3 | 4>(0, 1, 2, 3, 4), { minLength: 1 }).map((days) => ({
        type: 'weekly' as const,
        option: 'everyNWeeks' as const,
        everyNWeeks: 1,
        days: days.sort(),
      })),
      fc
        .integer({ min: 1, max: 5 })
        .map((n) => ({ type: 'daily' as const, option: 'everyNDays' as const, everyNDays: n })),
      fc.constant<SessionForm['rule']>({
        type: 'monthly',
        option: 'dates',
        everyNMonths: 1,
        dates: [1, 15, 29, 30, 31],
      }),
    )
    const disturbance = fc.record({
      at: fc.nat(40),
      how: fc.constantFrom('approved', 'locked', 'reopened', 'moved', 'deleted', 'waits', 'timeOff'),
    })
    const change = fc.record({
      kind: fc.constantFrom<Kind>(
        'updateSeries',
        'updateSeries',
        'deleteSeries',
        'updateOccurrence',
        'deleteOccurrences',
      ),
      by: fc.constantFrom<'ada' | 'paul' | 'sofia'>('ada', 'ada', 'paul', 'paul', 'sofia'),
      at: fc.nat(40),
      from: fc.option(day(-12, 40), { nil: undefined }),
      startTime: fc.constantFrom('08:00', '09:00', '09:30'),
      fields: fc.constantFrom<Partial<StoredSession>>(
        {},
        { toDate: addDays(TODAY, 50) },
        { providerId: 2 },
        { providerId: 0 },
      ),
      fromDate: fc.option(day(0, 30), { nil: undefined }),
    })
    const situation = fc.record({
      rule,
      date: day(-10, 10),
      endDate: day(15, 70),
      disturbances: fc.array(disturbance, { maxLength: 6 }),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    })
    let previews = 0
    await fc.assert(
      fc.asyncProperty(situation, async ({ rule: pattern, date, endDate, disturbances, changes }) => {
        await truncateAll(database())
        await addDistrict(database())
        const by = {
          ada: await server().tokenOf(PEOPLE.Administrators.userId),
          paul: await server().tokenOf(PEOPLE.Providers.userId),
          sofia: await server().tokenOf(PEOPLE.SpecialProvider.userId),
        }
        await setDay(addDays(TODAY, 9), 'locked', 2)
        await previewAndDo(by.ada, 'add', sessionPayload({ ...byAda, rule: pattern, date, endDate }))
        const ids = async () => [...(await live()).keys()]
        for (const { at, how } of disturbances) {
          const all = await ids()
          const id = all[at % all.length]
          if (id === undefined) break
          const on = (await live()).get(id)?.date ?? TODAY
          if (how === 'approved' || how === 'locked' || how === 'reopened') await setDay(on, how)
          else if (how === 'timeOff') await timeOff(on)
          else if (how === 'deleted')
            await previewAndDo(by.ada, 'deleteOccurrences', { scheduleEventRecurrenceIds: [id] })
          else {
            const body = { ...(await stored(by.paul, id)), fromDate: addDays(on, 1) }
            const rated = { ...body.scheduleEventRecurrenceSchoolStudents, serviceRateTypeId: 1 }
            const asAda = { ...body, scheduleEventRecurrenceSchoolStudents: rated }
            await previewAndDo(how === 'waits' ? by.paul : by.ada, 'updateOccurrence', how === 'waits' ? body : asAda)
          }
        }
        for (const { kind, by: who, at, from, startTime, fields, fromDate } of changes) {
          const all = await ids()
          const id = all[at % all.length]
          if (id === undefined) return
          const seen = kind === 'updateSeries' ? storedSeries(by.ada, 1) : stored(by.ada, id)
          const body = {
            updateSeries: async () => ({ ...(await seen), ...fields, startTime, changeFromDate: from }),
            updateOccurrence: async () => ({ ...(await seen), ...fields, startTime, ...(fromDate && { fromDate }) }),
            deleteSeries: async () => ({ id: 1, fromDate: from }),
            deleteOccurrences: async () => ({ scheduleEventRecurrenceIds: [id] }),
            add: async () => ({}),
          }[kind]
          if (await previewAndDo(by[who], kind, await body())) previews += 1
        }
      }),
      tries(10),
    )
    expect(previews, 'most requests must be allowed for this test to be meaningful').toBeGreaterThan(5)
  }, 120_000)

  test('is fast for the longest series with thirty students', async () => {
    await rows(`insert into students (name, gender, school_id, provider_id)
      select 'Student ' || n, 'Female', 1, 1 from generate_series(1, 30) n`)
    await rows(`insert into caseload_frequencies (student_id, service_id, service_frequency_id, duration_id,
        event_frequency_id, session_type_id)
      select id, 1, 1, 1, 1, 1 from students where name like 'Student %'`)
    const caseloadIds = (
      await rows(`select c.id from caseload_frequencies c join students s on s.id = c.student_id
      where s.name like 'Student %' order by 1`)
    ).map(({ id }) => Number(id))
    expect(caseloadIds).toHaveLength(30)
    const long: Partial<SessionForm> = {
      rule: { type: 'daily', option: 'everyNDays', everyNDays: 1 },
      date: '2026-11-21',
      endDate: '2028-11-20',
      caseloadIds,
    }
    // Every day for two years another session of the provider conflicts, with all of the students.
    await addSession(server(), token.paul, { ...long, startTime: '09:30', endTime: '10:00' })
    await rows('analyze')
    const started = performance.now()
    const ahead = await preview(token.paul, 'add', sessionPayload(long))
    const took = performance.now() - started
    expect(ahead.counts.created).toBe(731)
    expect(ahead.dates.every((each) => 'clashes' in each && each.clashes.length === 1)).toBe(true)
    process.stdout.write(`731 dates × 30 students looked ahead: ${Math.round(took)} ms\n`)
    expect(took).toBeLessThan(5_000)
  }, 60_000)
})
