/**
 * The figures of the reports, computed a second time from the rows of the demo district, in plain code that shares no
 * query with them.
 */
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { hoursReport } from '#contract/reports/hours-report.ts'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { ptoReport } from '#contract/reports/pto-report.ts'
import type { CellValue } from '#contract/reports/report-cells.ts'
import { trackingLabelReport } from '#contract/reports/tracking-label-report.ts'
import { weeksOfRange } from '#domain/mandated-minutes.ts'
import { roundedProduct, roundedSum } from '#domain/money.ts'
import { minutesOf } from '#domain/time.ts'
import { callerOf } from '#server/areas/login/caller-of.ts'
import { readMinutes } from '#server/areas/students/student-minutes.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { occurrenceStudents, occurrences, trackingLabels } from '#server/db/schema/schedule.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { cellTexts, inGroups } from '#server/documents/report/report-layout.ts'
import { useDemoDistrict } from '#tests/support/server/database.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'
import { detailsByName } from './served-reports.ts'

const timeZone = 'America/New_York'
const TODAY = '2026-03-11'

const database = useDemoDistrict(TODAY, timeZone)
const server = useTestServer(database)
const db = () => database().db

const NOW = new Date('2026-03-11T15:00:00Z')
const dates = { from: '2026-02-01', to: TODAY }
const isWithin = (date: string) => date >= dates.from && date <= dates.to

const total = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0)
const minutes = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  minutesOf(endTime) - minutesOf(startTime)

/** The demo district's first administrator, and a provider with an account. */
const people = { admin: 0, provider: { userId: 0, providerId: 0 } }

beforeAll(async () => {
  server().now = NOW
  for (const screen of [
    'PayrollChecklistReport',
    'ProviderDetailReport',
    'PTOReport',
    'TrackingLabelReport',
    'CennsusReport',
  ] as const) {
    await allowScreen(database(), 'Administrators', screen)
  }
  const accounts = await db().select().from(users)
  people.admin = accounts.find(({ email }) => email.startsWith('admin@'))?.id ?? 0
  const provider = accounts.find(({ email }) => email.startsWith('maria@'))
  people.provider = { userId: provider?.id ?? 0, providerId: provider?.providerId ?? 0 }
}, 120_000)

const ask = async (endpoint: Endpoint | undefined, body: object, userId = people.admin): Promise<unknown> => {
  if (!endpoint) throw new Error('The report has no such endpoint')
  const { status, message, data } = await server().ask(endpoint, { token: await server().tokenOf(userId), body })
  if (status !== 200) throw new Error(`${status} ${message}\n${server().logs}`)
  return data
}

/** Days on which the provider's hours are approved, as `providerId date`. */
const approvedDays = async () =>
  new Set(
    (await db().select().from(providerDays))
      .filter(({ approvalStatus }) => approvalStatus === 1)
      .map(({ providerId, date }) => `${providerId} ${date}`),
  )

/** Timesheet rows with hours in the period whose sessions still require them. */
const worked = async () => {
  const sessions = await db().select().from(occurrences)
  const required = new Set(
    sessions
      .filter(({ deletedAt, isTimesheetRequired }) => deletedAt === null && isTimesheetRequired)
      .map(({ providerId, schoolId, date }) => `${providerId} ${schoolId} ${date}`),
  )
  return (await db().select().from(timesheets)).filter(
    ({ providerId, schoolId, date, isZeroHours }) =>
      isWithin(date) && !isZeroHours && required.has(`${providerId} ${schoolId} ${date}`),
  )
}

test('provider details and payroll add up the approved hours', async () => {
  const approved = await approvedDays()
  const rows = (await worked()).filter(({ providerId, date }) => approved.has(`${providerId} ${date}`))
  const hours = total(rows.map(minutes)) / 60
  expect(hours).toBeGreaterThan(1_000)
  const values = { ...providerDetailReport.filters.none, ...dates }
  expect(await ask(providerDetailReport.calls.totals, providerDetailReport.request(values))).toEqual({
    hours: expect.closeTo(hours, 6),
  })
  const pay = payrollReport.request({ ...payrollReport.filters.none, ...dates })
  expect(await ask(payrollReport.calls.totals, pay)).toMatchObject({ hours: expect.closeTo(hours, 6) })
})

test('payroll pays hours and time off at the hourly rate of the day, to the cent', async () => {
  const approved = await approvedDays()
  const rates = (await db().select().from(providerRates)).filter(({ deletedAt }) => deletedAt === null)
  // The demo district pays by the hour.
  expect(new Set(rates.map(({ rateTypeId }) => rateTypeId))).toEqual(new Set([1]))
  const rateOn = (providerId: number, date: string) =>
    rates
      .filter((rate) => rate.providerId === providerId && rate.effectiveDate <= date)
      .toSorted((one, other) => one.effectiveDate.localeCompare(other.effectiveDate) || one.id - other.id)
      .at(-1)
  const base = new Map<number, number>()
  const timeOff = new Map<number, number>()
  const add = (to: Map<number, number>, rateId: number | undefined, more: number) => {
    if (rateId !== undefined) to.set(rateId, (to.get(rateId) ?? 0) + more)
  }
  for (const row of await worked()) {
    if (!approved.has(`${row.providerId} ${row.date}`)) continue
    add(base, rateOn(row.providerId, row.date)?.id, minutes(row))
  }
  const granted = (await db().select().from(ptoRequests)).filter(
    ({ state, requestedDate }) => (state === 'accepted' || state === 'givingBack') && isWithin(requestedDate),
  )
  for (const { providerId, requestedDate, totalHours } of granted) {
    add(timeOff, rateOn(providerId, requestedDate)?.id, Math.round(Number(totalHours) * 100))
  }
  /** @param by how many of what is counted make an hour: minutes are rounded to hundredths once */
  const gross = (sums: Map<number, number>, by: number) =>
    roundedSum(
      [...sums].map(([id, count]) =>
        roundedProduct(
          (Math.round((count * 100) / by) / 100).toFixed(2),
          rates.find((rate) => rate.id === id)?.rate ?? '0',
          'USD',
        ),
      ),
      'USD',
    )
  expect(granted.length).toBeGreaterThan(0)
  const pay = payrollReport.request({ ...payrollReport.filters.none, ...dates })
  expect(await ask(payrollReport.calls.totals, pay)).toMatchObject({
    grossBase: gross(base, 60),
    grossPTO: gross(timeOff, 100),
    pto: total(timeOff.values()) / 100,
  })
  const pto = ptoReport.request({ ...ptoReport.filters.none, ...dates })
  expect(await ask(ptoReport.calls.totals, pto)).toEqual({
    totalAcceptedHours: total(granted.map(({ totalHours }) => Math.round(Number(totalHours) * 100))) / 100,
  })
})

test("a provider's hours report adds up their confirmed rows, and no one else's", async () => {
  const { userId, providerId } = people.provider
  const rows = (await worked()).filter((row) => row.providerId === providerId && row.confirmedAt !== null)
  const hours = total(rows.map(minutes)) / 60
  expect(hours).toBeGreaterThan(20)
  const body = hoursReport.request({ ...hoursReport.filters.none, ...dates })
  expect(await ask(hoursReport.calls.totals, body, userId)).toEqual({ hours: expect.closeTo(hours, 6) })
  // Another provider's id changes nothing.
  expect(await ask(hoursReport.calls.totals, { ...body, providerId: providerId + 1 }, userId)).toEqual({
    hours: expect.closeTo(hours, 6),
  })
})

test("the use of labels is counted from the students' entries", async () => {
  const sessions = new Map(
    (await db().select().from(occurrences))
      .filter(({ deletedAt, date, endsAt }) => deletedAt === null && isWithin(date) && endsAt <= NOW)
      .map((session) => [session.id, session]),
  )
  const entries = await db().select().from(occurrenceStudents)
  const nameOf = new Map((await db().select().from(trackingLabels)).map(({ id, trackingLabel }) => [id, trackingLabel]))
  const labels = new Map<string, Set<string>>()
  for (const { occurrenceId, studentId, labelIds } of entries) {
    const session = sessions.get(occurrenceId)
    if (!session) continue
    const key = `${occurrenceId} ${studentId}`
    const own = labels.get(key) ?? new Set()
    for (const label of [...labelIds, ...session.labelIds]) own.add(nameOf.get(label) ?? `${label}`)
    labels.set(key, own)
  }
  const taken = new Set(entries.map(({ occurrenceId }) => occurrenceId))
  // A session without students counts once.
  for (const { id, labelIds } of sessions.values()) {
    if (!taken.has(id)) labels.set(`${id}`, new Set(labelIds.map((label) => nameOf.get(label) ?? `${label}`)))
  }
  const uses = new Map<string, number>()
  for (const own of labels.values()) for (const label of own) uses.set(label, (uses.get(label) ?? 0) + 1)
  const percentages = Object.fromEntries(
    [...uses].map(([label, count]) => [label, Math.round((count * 1000) / labels.size) / 10]),
  )
  const body = trackingLabelReport.request({ ...trackingLabelReport.filters.none, ...dates })
  const { rows } = trackingLabelReport.calls.records.data.parse(
    await ask(trackingLabelReport.calls.records, { ...body, pageSize: 100 }),
  )
  expect(uses.size).toBeGreaterThan(3)
  expect(Object.fromEntries(rows.map(({ trackingLabels, percentage }) => [trackingLabels, percentage]))).toEqual(
    percentages,
  )
})

test("the census of service delivery has the minutes of the students' pages", async () => {
  const details = detailsByName.get('admin-census-builder-detail')
  const user = await callerOf(db(), people.admin, NOW)
  if (!details || !user) throw new Error('There is no census')
  const request = { censusTemplate: 'Template 3', fromDateTime: dates.from, toDateTime: dates.to }
  const { content } = await details.read({ db: db(), user, now: NOW, timeZone }, request)
  const columns = content.columns.map(({ title }) => title)
  const shown = new Map<string, { mandated: number; delivered: number }>()
  for (const row of content.rows) {
    const at = (title: string) => row[columns.indexOf(title)]
    const key = `${at('School Name')}: ${at('Service')}`
    const known = shown.get(key) ?? { mandated: 0, delivered: 0 }
    shown.set(key, {
      mandated: known.mandated + Number(at('Mandated Minutes')),
      delivered: known.delivered + Number(at('Delivered Minutes')),
    })
  }
  const weeks = weeksOfRange(dates, TODAY)
  const listed = (await db().select().from(students)).filter(
    ({ isActive, deletedAt }) => isActive && deletedAt === null,
  )
  const pages = await db().transaction(async (tx) => {
    const read: Awaited<ReturnType<typeof readMinutes>>[] = []
    for (const { id } of listed) read.push(await readMinutes(tx, id, weeks, { now: NOW, today: TODAY }))
    return read
  })
  // As a page shows them.
  const ofPages = (which: 'mandated' | 'delivered') =>
    total(pages.flatMap(({ services }) => services.map((service) => Math.round(service[which]))))
  const ofCensus = (which: 'mandated' | 'delivered') => total([...shown.values()].map((minutes) => minutes[which]))
  expect(ofPages('delivered')).toBeGreaterThan(1_000)
  expect(ofCensus('mandated')).toBe(ofPages('mandated'))
  expect(ofCensus('delivered')).toBe(ofPages('delivered'))
}, 120_000)

/** As it is printed: hours in minutes, everything else in thousandths. */
const printedNumber = (text: string): number => {
  const [, hours, minutes] = /^(\d+):(\d\d)$/.exec(text.replaceAll(',', '')) ?? []
  return minutes === undefined
    ? Math.round(Number(text.replaceAll(/[$,]/g, '')) * 1000)
    : Number(hours) * 60 + Number(minutes)
}

test.each([
  { name: 'admin-census-builder-detail', request: { censusTemplate: 'Template 1' } },
  { name: 'admin-census-builder-detail', request: { censusTemplate: 'Template 3' } },
  { name: 'admin-payroll-checklist-detail', request: { providerTypeId: 1 } },
  { name: 'provider-detail', request: {} },
  { name: 'provider-hours-detail', request: {} },
  { name: 'provider-pto-detail', request: {} },
])('sums are those of what is printed: $name $request.censusTemplate', async ({ name, request }) => {
  const details = detailsByName.get(name)
  const asks = name === 'provider-hours-detail' ? people.provider.userId : people.admin
  const user = await callerOf(db(), asks, NOW)
  if (!details || !user) throw new Error('There are no such details')
  const asked = { fromDateTime: dates.from, toDateTime: dates.to, ...request }
  const { content } = await details.read({ db: db(), user, now: NOW, timeZone }, asked)
  const { report, groups } = inGroups({ ...content, format: 'pdf' })
  const summed = report.columns.flatMap(({ isSummed }, index) => (isSummed ? [index] : []))
  expect(summed.length).toBeGreaterThan(0)
  const textsOf = (values: readonly CellValue[]) => {
    const texts = cellTexts(report, values)
    return summed.map((index) => printedNumber(texts[index] || '0'))
  }
  const sumsOf = (rows: readonly (readonly CellValue[])[]) =>
    rows.map(textsOf).reduce(
      (sums, row) => sums.map((sum, index) => sum + (row[index] ?? Number.NaN)),
      summed.map(() => 0),
    )
  for (const { rows, totals } of groups) if (totals) expect(textsOf(totals)).toEqual(sumsOf(rows))
  const all = groups.flatMap(({ rows }) => rows)
  expect(all.length).toBeGreaterThan(0)
  expect(textsOf(report.totals ?? [])).toEqual(sumsOf(all))
})
