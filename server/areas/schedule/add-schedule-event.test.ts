import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  refusalOf,
  SCHOOL_IDS,
  SERVICE_IDS,
  sessionPayload,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const NO_ACCESS = "You don't have access to this page"

describe('adding a session', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const add = (by: string, form: Parameters<typeof sessionPayload>[0] = {}) =>
    server().call('addScheduleEvent', { token: by, body: sessionPayload(form) })
  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const stored = () => rows('select count(*)::int as n from occurrences')

  test('stores series, occurrences and students as entered, in the organization’s time', async () => {
    const reply = await add(token.paul, {
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
      date: '2026-10-20',
      endDate: '2026-11-12',
    })
    expect(reply).toMatchObject({
      status: 200,
      message: 'Event has been added successfully',
      data: { id: 1, occurrences: 8 },
    })
    expect(
      await rows(`select provider_id, school_id, title, date::text, start_time::text, end_time::text, students_count,
        is_recurring, starts_at at time zone 'UTC' as utc from occurrences where date in ('2026-10-29', '2026-11-03')`),
    ).toEqual(
      // The clocks went back between the two: 9:00 stays 9:00.
      [
        ['2026-10-29', '13:00'],
        ['2026-11-03', '14:00'],
      ].map(([date, utc]) => ({
        provider_id: 1,
        school_id: 1,
        title: 'Fine motor group',
        date,
        start_time: '09:00:00',
        end_time: '09:45:00',
        students_count: 2,
        is_recurring: true,
        utc: new Date(`${date}T${utc}:00`),
      })),
    )
    expect(
      await rows(`select os.student_id, os.caseload_frequency_id, count(*)::int as n, max(students_count)::int as m
        from occurrence_students os join occurrences o on o.id = os.occurrence_id group by 1, 2 order by 1`),
    ).toEqual([
      { student_id: 1, caseload_frequency_id: 1, n: 8, m: 2 },
      { student_id: 2, caseload_frequency_id: 2, n: 8, m: 2 },
    ])
    expect(await rows('select created_by_id, rate_type_id, recurrence from schedule_events')).toEqual([
      {
        created_by_id: 2,
        rate_type_id: null,
        recurrence: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
      },
    ])
    expect(await rows('select user_id, machine, entity, event, detail from transition_log')).toEqual([
      { user_id: 2, machine: 'schedule-event', entity: '1', event: 'series.create', detail: { occurrences: 8 } },
    ])
  })

  test('adds a year of a daily session in one request', async () => {
    const start = performance.now()
    const reply = await add(token.paul, {
      rule: { type: 'daily', option: 'everyWeekday' },
      date: '2026-11-23',
      endDate: '2027-11-19',
    })
    process.stdout.write(`260 occurrences: ${Math.round(performance.now() - start)} ms\n`)
    expect(reply.data).toEqual({ id: 1, occurrences: 260 })
    expect(await stored()).toEqual([{ n: 260 }])
    expect(await rows('select count(*)::int as n from occurrence_students')).toEqual([{ n: 520 }])
  })

  test('lets an administrator add for any provider, with a rate type', async () => {
    const form = { providerId: 2, rateTypeId: 1, caseloadIds: [CASELOAD_IDS.dora] }
    expect((await add(token.ada, form)).status).toBe(200)
    expect(await rows('select provider_id, created_by_id, rate_type_id from schedule_events')).toEqual([
      { provider_id: 2, created_by_id: 1, rate_type_id: 1 },
    ])
  })

  test('adds a Basic session without students', async () => {
    expect((await add(token.sofia, { mode: 'basic', caseloadIds: [] })).status).toBe(200)
    expect(await rows('select schedule_event_mode, students_count from occurrences')).toEqual([
      { schedule_event_mode: 1, students_count: 0 },
    ])
  })

  test('reports broken rules in the form’s words, under the form’s field', async () => {
    const empty = { ...sessionPayload(), schoolId: 0, startTime: '', isRecurring: true }
    const body = { ...empty, scheduleEventRecurringSelectionTypeId: 2, weekOptionId: 1, recurringOnEveryWeek: 1 }
    const reply = await server().call('addScheduleEvent', {
      token: token.paul,
      body: { ...body, toDate: '2026-12-20' },
    })
    expect(refusalOf(reply)).toEqual({
      status: 400,
      message: 'Start Time Is Required',
      errors: [
        { path: 'startTime', message: 'Start Time Is Required' },
        { path: 'schoolId', message: 'School Name Is Required' },
        { path: 'recurrence.weekly.days', message: 'At least 1 day is required' },
      ],
    })
    expect(await stored()).toEqual([{ n: 0 }])
  })

  test.each([
    [
      'without any date',
      {
        date: '2027-02-01',
        endDate: '2027-02-20',
        rule: { type: 'monthly', option: 'dates', everyNMonths: 1, dates: [31] },
      },
      'This series has no sessions between its Start Date and End Date',
    ],
    [
      'longer than two years',
      { endDate: '2028-11-21', rule: { type: 'daily', option: 'everyWeekday' } },
      'A series can last at most two years',
    ],
    [
      'with the end on the start',
      { rule: { type: 'daily', option: 'everyWeekday' } },
      'End Date should be greater than Start Date',
    ],
  ] as const)('refuses a series %s', async (_, form, message) => {
    const body = sessionPayload(structuredClone(form) as Parameters<typeof sessionPayload>[0])
    expect(refusalOf(await server().call('addScheduleEvent', { token: token.paul, body }))).toEqual({
      status: 400,
      message,
      errors: [{ path: 'endDate', message }],
    })
  })

  test('requires provider and rate type from an administrator', async () => {
    expect(refusalOf(await add(token.ada))).toMatchObject({
      status: 400,
      errors: [
        { path: 'providerId', message: 'Provider Name Is Required' },
        { path: 'rateTypeId', message: 'Rate Type Is Required' },
      ],
    })
  })

  test('refuses a provider another’s calendar, school and students', async () => {
    const another = { ...sessionPayload(), providerId: 2 }
    expect(refusalOf(await server().call('addScheduleEvent', { token: token.paul, body: another }))).toEqual({
      status: 403,
      message: NO_ACCESS,
    })
    expect(refusalOf(await add(token.paul, { schoolId: SCHOOL_IDS.northgate }))).toMatchObject({
      status: 403,
      message: NO_ACCESS,
    })
    const message = "A student is not on this school's caseload"
    const errors = [{ path: 'caseloadIds', message }]
    expect(refusalOf(await add(token.paul, { caseloadIds: [CASELOAD_IDS.dora] }))).toEqual({
      status: 403,
      message,
      errors,
    })
    expect(refusalOf(await add(token.paul, { caseloadIds: [CASELOAD_IDS.chi] }))).toEqual({
      status: 403,
      message,
      errors,
    })
    expect(refusalOf(await add(token.ada, { providerId: 1, rateTypeId: 1, caseloadIds: [CASELOAD_IDS.chi] }))).toEqual({
      status: 400,
      message,
      errors,
    })
    expect(await stored()).toEqual([{ n: 0 }])
  })

  test('refuses a provider who does not work at the school, and a service or rate type without a rate there', async () => {
    const forPaul = { providerId: 1, rateTypeId: 1 }
    expect(await add(token.ada, { ...forPaul, schoolId: SCHOOL_IDS.northgate })).toMatchObject({
      status: 400,
      message: 'This provider does not work at Northgate',
    })
    expect(await add(token.ada, { ...forPaul, schoolId: 99 })).toMatchObject({ message: 'School not found' })
    expect(await add(token.paul, { serviceId: SERVICE_IDS.unpriced })).toMatchObject({
      status: 400,
      message: 'This service has no rate at Lincoln on 11/20/2026',
      errors: [{ path: 'serviceId' }],
    })
    expect(await add(token.ada, { ...forPaul, serviceId: SERVICE_IDS.pt, rateTypeId: 2 })).toMatchObject({
      status: 400,
      message: 'This service has no rate of this type at Lincoln on 11/20/2026',
      errors: [{ path: 'rateTypeId' }],
    })
  })

  test('refuses a series that includes an approved or locked day, naming it, and stores nothing', async () => {
    await addSession(server(), token.paul)
    await confirmHours(server(), token.paul)
    const [id] = await occurrenceIdsOn(server(), token.ada, TODAY)
    const approved = await server().call('approveScheduleEvents', {
      token: token.ada,
      body: { scheduleEventRecurrence: [{ id, recurrenceDate: TODAY }] },
    })
    expect(approved.status).toBe(200)
    for (const by of [token.paul, token.ada]) {
      const reply = await add(by, {
        ...(by === token.ada && { providerId: 1, rateTypeId: 1 }),
        date: '2026-11-18',
        endDate: '2026-11-27',
        rule: { type: 'daily', option: 'everyWeekday' },
      })
      expect(refusalOf(reply)).toEqual({ status: 409, message: 'No session can be added: 11/20/2026 is approved.' })
    }
    await database().pool.query(
      `insert into provider_days (provider_id, date, state) values (1, '2026-11-24', 'locked')`,
    )
    const reply = await add(token.paul, {
      date: '2026-11-18',
      endDate: '2026-11-27',
      rule: { type: 'daily', option: 'everyWeekday' },
    })
    expect(reply.message).toBe('No session can be added: 11/20/2026, 11/24/2026 are approved or locked.')
    expect(await stored()).toEqual([{ n: 1 }])
    // Another provider's approved day does not matter.
    expect((await add(token.sofia, { caseloadIds: [CASELOAD_IDS.dora] })).status).toBe(200)
  })

  test('reopens confirmed hours at that school, and leaves those at other schools', async () => {
    await addSession(server(), token.paul)
    const atMaple = {
      schoolId: SCHOOL_IDS.maple,
      caseloadIds: [CASELOAD_IDS.chi],
      startTime: '13:00',
      endTime: '14:00',
    }
    await addSession(server(), token.paul, atMaple)
    await confirmHours(server(), token.paul)
    await confirmHours(server(), token.paul, { schoolId: SCHOOL_IDS.maple, startTime: '13:00', endTime: '14:00' })
    expect(await rows('select state from provider_days')).toEqual([{ state: 'confirmed' }])
    await addSession(server(), token.paul, { ...atMaple, startTime: '14:15', endTime: '15:00' })
    expect(await rows('select school_id, confirmed_at is not null as confirmed from timesheets order by 1')).toEqual([
      { school_id: 1, confirmed: true },
      { school_id: 2, confirmed: false },
    ])
    expect(
      await rows(`select from_state, event, to_state from transition_log where machine = 'provider-day' order by id`),
    ).toEqual([
      { from_state: 'open', event: 'hours.confirm', to_state: 'confirmed' },
      { from_state: 'confirmed', event: 'sessions.change', to_state: 'open' },
    ])
  })

  test('records the sender from the token, not from the body', async () => {
    const body = { ...sessionPayload(), createdById: 1 }
    expect((await server().call('addScheduleEvent', { token: token.paul, body })).status).toBe(200)
    expect(await rows('select created_by_id from schedule_events')).toEqual([{ created_by_id: 2 }])
  })
})
