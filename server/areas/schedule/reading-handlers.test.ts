import { beforeAll, describe, expect, test } from 'vitest'
import { hoursToWire, sessionHoursToWire } from '#contract/schedule.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addDistrict,
  addSession,
  CASELOAD_IDS,
  refusalOf,
  SCHOOL_IDS,
  TEST_NOW,
  TODAY,
} from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE

/** Paul: today 9:00 Lincoln with Ana and Bo, today 13:00 Maple with Chi, Tuesdays 10:00 Lincoln. Sofía: today 9:00 Lincoln. */
describe('reading calendars', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  let token: { ada: string; paul: string; sofia: string }

  beforeAll(async () => {
    server().now = TEST_NOW
    await addDistrict(database())
    token = {
      ada: await server().tokenOf(ada.userId),
      paul: await server().tokenOf(paul.userId),
      sofia: await server().tokenOf(sofia.userId),
    }
    await addSession(server(), token.paul)
    await addSession(server(), token.paul, {
      eventName: 'Scissors & 100% glue',
      schoolId: SCHOOL_IDS.maple,
      caseloadIds: [CASELOAD_IDS.chi],
      startTime: '13:00',
      endTime: '13:30',
      colourCode: '#87CEEB',
    })
    await addSession(server(), token.paul, {
      eventName: 'Handwriting',
      date: '2026-11-17',
      endDate: '2026-12-08',
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
      startTime: '10:00',
      endTime: '11:00',
      caseloadIds: [CASELOAD_IDS.bo],
      isTimesheetReq: false,
    })
    await addSession(server(), token.sofia, { eventName: 'Articulation', caseloadIds: [CASELOAD_IDS.dora] })
    const { pool } = database()
    await pool.query(`update occurrences set deleted_at = now() where date = '2026-11-24'`)
  }, 60_000)

  const week = { fromDateTime: '2026-11-15', toDateTime: '2026-11-21' }
  const weekly = (by: string, filter: Record<string, unknown> = {}) =>
    server().call('getWeeklyScheduleEvents', { token: by, body: { ...week, ...filter } })
  const titlesOf = async (by: string, filter: Record<string, unknown> = {}) => {
    const { data } = await weekly(by, filter)
    return (data as { events: { title: string }[] }).events.map(({ title }) => title)
  }

  const fineMotor = {
    id: 1,
    scheduleEventId: 1,
    title: 'Fine motor group',
    eventDate: TODAY,
    eventWeekDay: 'Friday',
    eventStartTime: '09:00',
    eventEndTime: '09:45',
    startDateTimeUtc: '2026-11-20T14:00:00Z',
    endDateTimeUtc: '2026-11-20T14:45:00Z',
    providerId: 1,
    providerName: 'Paul Provider',
    schoolId: 1,
    schoolName: 'Lincoln',
    colourCode: '#90EE90',
    homePageColourCode: '#1F6FB2',
    scheduleEventMode: 2,
    studentsCount: 2,
    isRecurring: false,
    isApproved: 0,
    isEdited: false,
    entityCacheKey: '1',
  }
  const scissors = {
    ...fineMotor,
    id: 2,
    scheduleEventId: 2,
    title: 'Scissors & 100% glue',
    eventStartTime: '13:00',
    eventEndTime: '13:30',
    startDateTimeUtc: '2026-11-20T18:00:00Z',
    endDateTimeUtc: '2026-11-20T18:30:00Z',
    schoolId: 2,
    schoolName: 'Maple',
    colourCode: '#87CEEB',
    homePageColourCode: '#2E7D32',
    studentsCount: 1,
  }

  test("returns a provider's whole week", async () => {
    const { status, data } = await weekly(token.paul)
    expect(status).toBe(200)
    const pending = { providerId: 1, approvedStatus: 'Pending', isApproved: 0, isConfirmed: false }
    expect(data).toEqual({
      events: [
        expect.objectContaining({ title: 'Handwriting', isRecurring: true, eventWeekDay: 'Tuesday' }),
        fineMotor,
        scissors,
      ],
      eventsApprovedDates: [
        { ...pending, approvedDate: '2026-11-17' },
        { ...pending, approvedDate: TODAY },
      ],
    })
  })

  test("returns all providers' sessions to an administrator, with each filter and all combined", async () => {
    const all = ['Handwriting', 'Fine motor group', 'Articulation', 'Scissors & 100% glue']
    expect(await titlesOf(token.ada)).toEqual(all)
    expect(await titlesOf(token.ada, { providerId: 0, schoolId: null, keywords: '  ' })).toEqual(all)
    expect(await titlesOf(token.ada, { providerId: 2 })).toEqual(['Articulation'])
    expect(await titlesOf(token.ada, { schoolId: 2 })).toEqual(['Scissors & 100% glue'])
    expect(await titlesOf(token.ada, { studentId: 2 })).toEqual(['Handwriting', 'Fine motor group'])
    expect(await titlesOf(token.ada, { keywords: 'núñez' })).toEqual(['Fine motor group'])
    expect(await titlesOf(token.ada, { keywords: 'LINCOLN', providerId: 1 })).toEqual([
      'Handwriting',
      'Fine motor group',
    ])
    expect(await titlesOf(token.ada, { keywords: '100%' })).toEqual(['Scissors & 100% glue'])
    expect(await titlesOf(token.ada, { keywords: '%' })).toEqual(['Scissors & 100% glue'])
    expect(await titlesOf(token.ada, { keywords: "'; drop table occurrences --" })).toEqual([])
    expect(await titlesOf(token.ada, { providerId: 1, schoolId: 1, studentId: 2, keywords: 'writing' })).toEqual([
      'Handwriting',
    ])
  })

  test("returns nothing of another provider's, whatever a provider asks for", async () => {
    expect(await titlesOf(token.sofia)).toEqual(['Articulation'])
    expect(await titlesOf(token.sofia, { providerId: 1 })).toEqual([])
    expect(await titlesOf(token.sofia, { studentId: 1 })).toEqual([])
    expect(await titlesOf(token.sofia, { schoolId: 2 })).toEqual([])
  })

  test('excludes deleted sessions', async () => {
    const next = { fromDateTime: '2026-11-22', toDateTime: '2026-12-05' }
    expect(await titlesOf(token.paul, next)).toEqual(['Handwriting'])
  })

  test.each([
    [{ toDateTime: '2026-11-14' }, 'End Date can not be less than Start Date'],
    [{ toDateTime: '2027-02-15' }, 'At most 62 days can be shown at once'],
  ])('refuses the span %o', async (span, message) => {
    const errors = [{ path: 'toDateTime', message }]
    expect(refusalOf(await weekly(token.paul, span))).toEqual({ status: 400, message, errors })
  })

  const place = { serviceFrequency: '2 times', duration: '30 minutes', eventFrequency: 'Weekly', sessionType: 'Group' }
  const nothing = { trackingLabels: '', trackingFeedback: '' }
  const ana = { id: 1, studentId: 1, caseloadFrequencyId: 1, studentName: 'Ana Núñez', caseloadName: 'Ana Núñez' }
  const bo = { id: 2, studentId: 2, caseloadFrequencyId: 2, studentName: 'Bo Li', caseloadName: 'Bo Li' }
  const row = hoursToWire({
    id: 0,
    providerId: 1,
    providerName: 'Paul Provider',
    schoolId: 1,
    schoolName: 'Lincoln',
    colourCode: '#1F6FB2',
    date: TODAY,
    startTime: '09:00',
    endTime: '09:45',
    isZeroHours: false,
    isConfirmed: false,
    isApproved: 0,
    isRequired: true,
    serviceId: 1,
    serviceName: 'Occupational Therapy',
    entityCacheKey: '0',
  })

  test('lists a day by school, with times from the first start to the last end', async () => {
    const { data } = await server().call('getScheduleEventsPerDay', {
      token: token.paul,
      body: { fromDateTime: TODAY, toDateTime: TODAY },
    })
    const atLincoln = { startTime: '09:00', endTime: '09:45' }
    const atMaple = { startTime: '13:00', endTime: '13:30' }
    const service = { serviceId: 1, serviceName: 'Occupational Therapy' }
    const facts = { usual: null, timeOff: [] }
    expect(data).toEqual({
      editAnswers: [],
      eventsTimeSheetListing: [
        {
          timesheet: {
            ...row,
            explanation: '',
            proposed: { ...atLincoln, ...service },
            facts: { ...facts, sessions: atLincoln, others: [{ schoolId: 2, schoolName: 'Maple', ...atMaple }] },
          },
          listing: [
            {
              ...fineMotor,
              ...nothing,
              scheduleEventRecurrenceId: 1,
              caseloadIds: [ana, bo].map((student) => ({ ...student, ...place, ...nothing })),
            },
          ],
        },
        {
          timesheet: {
            ...row,
            schoolId: 2,
            schoolName: 'Maple',
            colourCode: '#2E7D32',
            ...atMaple,
            explanation: '',
            proposed: { ...atMaple, ...service },
            facts: { ...facts, sessions: atMaple, others: [{ schoolId: 1, schoolName: 'Lincoln', ...atLincoln }] },
          },
          listing: [expect.objectContaining(scissors)],
        },
      ],
    })
  })

  test('takes a row’s times from all sessions of the day, including filtered ones', async () => {
    const { data } = await server().call('getScheduleEventsPerDay', {
      token: token.ada,
      body: { fromDateTime: TODAY, toDateTime: TODAY, keywords: 'scissors' },
    })
    const { eventsTimeSheetListing } = data as { eventsTimeSheetListing: unknown[] }
    expect(eventsTimeSheetListing).toHaveLength(1)
  })

  test('marks a row as not required when no session requires hours', async () => {
    const tuesday = { fromDateTime: '2026-11-17', toDateTime: '2026-11-17' }
    const { data } = await server().call('getScheduleEventsPerDay', { token: token.paul, body: tuesday })
    expect(data).toMatchObject({ eventsTimeSheetListing: [{ timesheet: { isRequired: false, startTime: '10:00' } }] })
    const calendar = await server().call('getScheduleEvents', { token: token.paul, body: week })
    expect(calendar.data).toMatchObject({
      events: [{ title: 'Handwriting' }, { id: 1 }, { id: 2 }],
      eventsTimeSheetListing: [row, { schoolId: 2, startTime: '13:00' }],
    })
  })

  test('returns one occurrence with its students and its recurrence in words', async () => {
    const detail = (by: string, id: number) => server().call('getScheduleEventById', { token: by, body: { id } })
    const { data } = await detail(token.paul, 1)
    expect(data).toEqual({
      original: sessionHoursToWire({
        ...fineMotor,
        ...nothing,
        scheduleEventRecurrenceId: 1,
        isTimesheetReq: true,
        isZeroHours: false,
        timesheetStartTime: '09:00',
        timesheetEndTime: '09:45',
        // No hours are stored yet.
        timesheetId: 0,
        timesheetCacheKey: '0',
        serviceId: 1,
        serviceName: 'Occupational Therapy',
        isEventPassed: true,
        recurrence: '',
        seriesCacheKey: '1',
      }),
      isEdited: false,
      originalStudentList: [ana, bo].map((student) => ({ ...student, ...place, ...nothing })),
    })
    expect((await detail(token.ada, 2)).data).toMatchObject({ original: { isEventPassed: false } })
    expect((await detail(token.paul, 3)).data).toMatchObject({
      original: { recurrence: 'Every week on Tuesday until 12/08/2026' },
    })
    const gone = { status: 404, message: 'Session not found.' }
    expect(refusalOf(await detail(token.sofia, 1))).toEqual(gone)
    expect(refusalOf(await detail(token.ada, 4))).toEqual(gone)
    expect(refusalOf(await detail(token.ada, 2_147_483_647))).toEqual(gone)
  })

  test('in schedule-creator mode, returns what the caller created, regardless of the provider in the request', async () => {
    const january = { date: '2027-01-05', rateTypeId: 1 }
    const forPaul = await addSession(server(), token.ada, { ...january, eventName: 'By Ada', providerId: 1 })
    await addSession(server(), token.ada, {
      ...january,
      eventName: 'By Ada for Sofía',
      providerId: 2,
      caseloadIds: [CASELOAD_IDS.dora],
    })
    await addSession(server(), token.paul, {
      date: '2027-01-05',
      eventName: 'By Paul',
      startTime: '13:00',
      endTime: '14:00',
    })
    const span = { fromDateTime: '2027-01-03', toDateTime: '2027-01-09' }
    const created = async (by: string, filter: Record<string, unknown> = {}) => {
      const body = { ...span, isScheduleCreater: true, ...filter }
      const { data } = await server().call('getScheduleEvents', { token: by, body })
      const { events, eventsTimeSheetListing: rows } = data as {
        events: { id: number; title: string }[]
        eventsTimeSheetListing: { providerName: string }[]
      }
      return { titles: events.map(({ title }) => title), rows: rows.map(({ providerName }) => providerName), events }
    }
    const byAda = { titles: ['By Ada', 'By Ada for Sofía'], rows: ['Paul Provider', 'Sofía Special'] }
    expect(await created(token.ada)).toMatchObject(byAda)
    expect(await created(token.ada, { createdById: paul.userId })).toMatchObject(byAda)
    expect(await created(token.ada, { providerId: 1 })).toMatchObject({ titles: ['By Ada'] })
    expect(await created(token.paul)).toMatchObject({ titles: ['By Paul'] })
    expect(await created(token.paul, { createdById: ada.userId })).toMatchObject({ titles: ['By Paul'] })
    expect(await created(token.sofia)).toMatchObject({ titles: [], rows: [] })
    expect((await created(token.paul, { isScheduleCreater: false })).titles).toEqual(['By Ada', 'By Paul'])

    const { events } = await created(token.ada)
    const detail = (by: string, body: object) =>
      server().call('getScheduleEventById', { token: by, body: { id: events[0]?.id, ...body } })
    expect((await detail(token.ada, { isScheduleCreater: true })).data).toMatchObject({
      original: { scheduleEventId: forPaul.id },
    })
    expect((await detail(token.paul, {})).status).toBe(200)
    expect(refusalOf(await detail(token.paul, { isScheduleCreater: true }))).toEqual({
      status: 404,
      message: 'Session not found.',
    })
  })

  test('returns the lists that the form chooses from', async () => {
    const { data } = await server().call('getScheduleEventPageLoadLists', { token: token.paul })
    const weeks = ['First', 'Second', 'Third', 'Fourth', 'Last'].map((name, index) => ({ id: index + 1, name }))
    expect(data).toMatchObject({ weeks, monthWeeks: weeks, weekDays: { 0: { id: 0, name: 'Sunday' }, length: 7 } })
    const { timeList } = data as { timeList: string[] }
    expect([timeList[0], timeList[1], timeList.at(-1), timeList.length]).toEqual(['07:00', '07:15', '23:45', 68])
  })
})
