import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { providers } from '#server/db/schema/providers.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { addDistrict, addSession, CASELOAD_IDS, confirmHours, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)
const tokens = { admin: '', paul: '', sofia: '' }

/** Paul's Monday is confirmed; he works at two schools on Tuesday, Sofía on Saturday. */
beforeAll(async () => {
  await addDistrict(database())
  await database()
    .db.update(providers)
    .set({ firstName: 'Łukasz', lastName: 'Ñandú Đặng' })
    .where(eq(providers.id, PEOPLE.Providers.providerId))
  server().now = new Date('2027-11-08T10:00:00Z')
  tokens.paul = await server().tokenOf(PEOPLE.Providers.userId)
  tokens.sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server(), tokens.paul, { date: '2027-11-08' })
  await addSession(server(), tokens.paul, { date: '2027-11-09' })
  await addSession(server(), tokens.paul, {
    date: '2027-11-09',
    schoolId: SCHOOL_IDS.maple,
    caseloadIds: [CASELOAD_IDS.chi],
    eventName: 'Reading circle',
    startTime: '13:00',
    endTime: '14:30',
  })
  await addSession(server(), tokens.sofia, { date: '2027-11-13', caseloadIds: [CASELOAD_IDS.dora] })
  server().now = new Date('2027-11-12T20:05:00Z')
  tokens.admin = await server().tokenOf(PEOPLE.Administrators.userId)
  tokens.paul = await server().tokenOf(PEOPLE.Providers.userId)
  tokens.sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  await confirmHours(server(), tokens.paul, { date: '2027-11-08' })
}, 60_000)

const WEEK = { fromDateTime: '2027-11-07', toDateTime: '2027-11-13' }

const download = async (token: string, body: object) => {
  const { status, data, headers } = await server().call('downloadScheduleEvents', { token, body })
  if (!(data instanceof Uint8Array)) throw new Error(`${status}, and no file`)
  return { ...(await readPdf(data)), headers }
}

const head = ['Test District', 'Week of Sun, Nov 7, 2027 to Sat, Nov 13, 2027']
const foot = (page: number, of: number) => ['Printed 11/12/2027 3:05 PM', `Page ${page} of ${of}`]

const paulsDays = [
  ...['Mon, Nov 8, 2027', 'confirmed', 'Tue, Nov 9, 2027', 'unconfirmed'],
  ...['Wed, Nov 10, 2027', 'Thu, Nov 11, 2027', 'Fri, Nov 12, 2027'],
]
const group = ['9:00 AM-9:45 AM', 'Fine motor group', 'Lincoln', '2 students']
const paulsWeek = [
  ...['Lincoln', '9:00 AM-9:45 AM,', 'confirmed', ...group],
  ...['Lincoln', '9:00 AM-9:45 AM', 'Maple', '1:00 PM-2:30 PM', ...group],
  ...['1:00 PM-2:30 PM', 'Reading circle', 'Maple', '1 student'],
  ...['No sessions', 'No sessions', 'No sessions'],
]

describe('a week', () => {
  test("of one provider: a page with the days' status, hours and sessions, and no student names", async () => {
    const { title, pages, headers } = await download(tokens.admin, { ...WEEK, providerId: 1 })
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="week-of-2027-11-07.pdf"/)
    expect(title).toBe('Week of Sun, Nov 7, 2027 to Sat, Nov 13, 2027')
    expect(pages).toEqual([
      [
        ...head,
        'Provider: Łukasz Ñandú Đặng',
        ...['3 sessions, 3:00 hours', 'Łukasz Ñandú Đặng'],
        ...paulsDays,
        ...paulsWeek,
        ...foot(1, 1),
      ],
    ])
  })

  test('of everyone: an overview with totals, then a page each; Saturday has a column if anyone works on it', async () => {
    const { pages } = await download(tokens.admin, WEEK)
    expect(pages.length).toBe(3)
    expect(pages[0]).toEqual([
      ...head,
      ...['Provider', 'Mon, Nov 8, 2027', 'Tue, Nov 9, 2027', 'Wed, Nov 10, 2027', 'Thu, Nov 11, 2027'],
      ...['Fri, Nov 12, 2027', 'Sat, Nov 13, 2027', 'Sessions', 'Hours'],
      ...['Łukasz Ñandú Đặng', '1 session', 'confirmed', '2 sessions', 'unconfirmed', '3', '3:00'],
      ...['Sofía Special', '1 session', 'unconfirmed', '1', '0:45'],
      ...['2 providers', '1 session', '2 sessions', '0 sessions', '0 sessions', '0 sessions', '1 session', '4', '3:45'],
      ...foot(1, 3),
    ])
    expect(pages[1]).toContain('Łukasz Ñandú Đặng')
    expect(pages[1]).toContain('Sat, Nov 13, 2027')
    expect(pages[2]).toContain('Sofía Special')
    for (const name of ['Ana', 'Bo Li', 'Chi', 'Dora']) expect(pages.flat().join(' ')).not.toContain(name)
  })

  test("with the screen's filters, naming neither the student nor the search text", async () => {
    const { pages } = await download(tokens.admin, { ...WEEK, schoolId: 2, studentId: 3, keywords: 'okafor' })
    expect(pages[0]?.slice(2, 5)).toEqual([
      "School: Maple · One student's sessions · Search results only",
      '1 session, 1:30 hours',
      'Łukasz Ñandú Đặng',
    ])
    expect(pages.flat()).not.toContain('Fine motor group')
    expect(pages.flat().join(' ').toLowerCase()).not.toContain('okafor')
  })

  test('continues on the next page when a page is full', async () => {
    for (let quarter = 0; quarter < 24; quarter += 1) {
      const hour = String(8 + Math.floor(quarter / 4)).padStart(2, '0')
      const startTime = `${hour}:${['00', '15', '30', '45'][quarter % 4]}`
      const eventName = `A session with a name that takes more than a line, number ${quarter}`
      await addSession(server(), tokens.paul, { date: '2027-11-19', startTime, endTime: '16:00', eventName })
    }
    const span = { fromDateTime: '2027-11-14', toDateTime: '2027-11-20' }
    const { pages } = await download(tokens.admin, span)
    const [first, ...others] = pages.map((texts) => texts.includes('Łukasz Ñandú Đặng (continued)'))
    expect({ first, others: [...new Set(others)] }).toEqual({ first: false, others: [true] })
    const numbers = pages.flatMap((texts) => texts.join(' ').match(/number \d+/g) ?? [])
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, index) => `number ${index}`))
  })

  test('without sessions says so', async () => {
    const { pages } = await download(tokens.admin, { ...WEEK, keywords: 'nothing has this name' })
    expect(pages).toEqual([[...head, 'Search results only', 'No sessions in this week', ...foot(1, 1)]])
  })
})

test('a day is a table with a band per provider', async () => {
  const { pages, headers } = await download(tokens.admin, { fromDateTime: '2027-11-09', toDateTime: '2027-11-09' })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="day-2027-11-09.pdf"/)
  expect(pages).toEqual([
    [
      ...['Test District', 'Tue, Nov 9, 2027', 'Time', 'Session', 'School', 'Students'],
      'Łukasz Ñandú Đặng, unconfirmed',
      ...['Lincoln 9:00 AM-9:45 AM', 'Maple 1:00 PM-2:30 PM'],
      ...['9:00 AM-9:45 AM', 'Fine motor group', 'Lincoln', '2'],
      ...['1:00 PM-2:30 PM', 'Reading circle', 'Maple', '1'],
      ...foot(1, 1),
    ],
  ])
})

describe('whose week it is', () => {
  test('a provider prints their own, whatever filters they omit', async () => {
    const { pages } = await download(tokens.sofia, WEEK)
    expect(pages.length).toBe(1)
    expect(pages[0]).toContain('Sofía Special')
    expect(pages.flat().join(' ')).not.toContain('Łukasz')
  })

  test("another provider's is empty, without the name", async () => {
    const { pages } = await download(tokens.sofia, { ...WEEK, providerId: 1, schoolId: 2 })
    expect(pages).toEqual([[...head, 'No sessions in this week', ...foot(1, 1)]])
  })

  test('printing requires signing in', async () => {
    expect(await server().call('downloadScheduleEvents', { body: WEEK })).toMatchObject({ status: 401 })
  })
})

describe('time off', () => {
  const off = (providerId: number, date: string, times: string, state: string) =>
    database().pool.query(`insert into pto_requests (provider_id, requested_date, start_time, end_time, reason, state)
      values (${providerId}, '${date}', ${times}, 'Surgery', '${state}')`)
  const span = { fromDateTime: '2027-12-05', toDateTime: '2027-12-11' }
  beforeAll(async () => {
    await addSession(server(), tokens.paul, { date: '2027-12-06' })
    await off(1, '2027-12-06', `'08:00', '09:00'`, 'accepted')
    await off(1, '2027-12-06', `'13:00', '15:00'`, 'pending')
    await off(1, '2027-12-07', `'13:00', '15:00'`, 'rejected')
    await off(2, '2027-12-08', `'08:00', '12:00'`, 'accepted')
  })
  const paulsMonday = [
    ...['8:00 AM-9:00 AM', 'Time off', '9:00 AM-9:45 AM', 'Fine motor group', 'Lincoln'],
    ...['1:00 PM-3:00 PM', 'Time off (Pending)'],
  ]
  const withoutCounts = (page: readonly string[] | undefined) => page?.filter((text) => !/^2( students)?$/.test(text))

  test('is on the week, in order of time, without its reason', async () => {
    const { pages } = await download(tokens.admin, span)
    expect(pages).toHaveLength(3)
    expect(pages[0]?.join(' ')).toContain('Time off 8:00 AM-12:00 PM')
    expect(withoutCounts(pages[1])?.join('|')).toContain(paulsMonday.join('|'))
    expect(pages[2]?.join('|')).toContain('8:00 AM-12:00 PM|Time off')
    expect(pages.flat().join(' ')).not.toContain('Surgery')
  })

  test('is on the day, also of a provider without sessions', async () => {
    const day = (date: string) => download(tokens.admin, { fromDateTime: date, toDateTime: date })
    expect(withoutCounts((await day('2027-12-06')).pages[0])?.join('|')).toContain(paulsMonday.join('|'))
    expect((await day('2027-12-08')).pages[0]).toEqual(
      expect.arrayContaining(['Sofía Special', '8:00 AM-12:00 PM', 'Time off']),
    )
  })

  test("is the provider's own, and left out when only some sessions are shown", async () => {
    expect((await download(tokens.paul, span)).pages.flat()).not.toContain('8:00 AM-12:00 PM')
    expect((await download(tokens.sofia, { ...span, providerId: 1 })).pages.flat()).toContain(
      'No sessions in this week',
    )
    for (const filter of [{ keywords: 'motor' }, { studentId: 1 }]) {
      expect((await download(tokens.admin, { ...span, ...filter })).pages.flat()).not.toContain('Time off')
    }
  })
})

test('more than seven days are refused', async () => {
  const body = { fromDateTime: '2027-11-07', toDateTime: '2027-11-14' }
  expect(await server().call('downloadScheduleEvents', { token: tokens.admin, body })).toMatchObject({
    status: 400,
    message: 'At most 7 days can be printed at once',
    errors: [{ path: 'toDateTime', message: 'At most 7 days can be printed at once' }],
  })
})
