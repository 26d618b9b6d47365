/** The tracking label report: how often labels were used in sessions that were due. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { trackingLabelReport } from '#contract/reports/tracking-label-report.ts'
import { caseloadFrequencies, occurrenceStudents, occurrences, trackingLabels } from '#server/db/schema.ts'
import { usePortal } from '#tests/support/portal.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server } = portal

const label = (entry: number, names: string) =>
  database().db.update(occurrenceStudents).set({ trackingLabels: names }).where(eq(occurrenceStudents.id, entry))

/**
 * At Lincoln, Paul sees Ana and Bo on November 9 and 10, and has an hour without students on the 11th; Sofía sees Dora on
 * the 10th. Paul's session of the 16th is still to come. TELE has been deleted.
 */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'TrackingLabelReport')
  const { db } = database()
  await db
    .insert(trackingLabels)
    .values({ trackingLabel: 'TELE', description: 'By video', deletedAt: new Date('2027-11-01T10:00:00Z') })
  server().now = new Date('2027-11-08T10:00:00Z')
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  for (const date of ['2027-11-09', '2027-11-10', '2027-11-11']) await addSession(server(), paul, { date })
  await addSession(server(), sofia, { date: '2027-11-10', caseloadIds: [CASELOAD_IDS.dora] })
  await addSession(server(), paul, { date: '2027-11-16' })
  await db.delete(occurrenceStudents).where(eq(occurrenceStudents.occurrenceId, 3))
  await db.update(occurrences).set({ trackingLabels: 'ABS' }).where(eq(occurrences.id, 3))
  // On the 9th: Ana and Bo; on the 10th: Ana and, without a label, Bo; then Dora; then Ana's of the 16th.
  for (const [entry, names] of [
    [1, 'PRE'],
    [2, 'ABS'],
    [3, 'PRE'],
    [7, 'PRE,TELE'],
    [8, 'PRE'],
  ] as const) {
    await label(entry, names)
  }
  server().now = new Date('2027-11-12T20:00:00Z')
})

const many = { isDeleted: false, recurrenceId: 0, recurrenceStudentId: 0 }
const present = { id: 1, trackingLabels: 'PRE', description: 'Present, session held', ...many }
const absent = { id: 2, trackingLabels: 'ABS', description: 'Student absent', ...many }
const pre = { ...present, percentage: 50, dateRange: '11/09/2027 - 11/10/2027' }
const abs = { ...absent, percentage: 33.3, dateRange: '11/09/2027 - 11/11/2027' }
const tele = {
  id: 3,
  trackingLabels: 'TELE',
  isDeleted: true,
  percentage: 16.7,
  description: 'By video',
  dateRange: '11/10/2027 - 11/10/2027',
  recurrenceId: 4,
  recurrenceStudentId: 7,
}

reportTests(trackingLabelReport, {
  portal,
  role: 'Administrators',
  given: { from: '2027-11-01', to: '2027-11-30' },
  rows: [pre, abs, tele],
  narrowed: {
    'two labels': { values: { labelIds: [2, 3] }, rows: [abs, tele], words: ['Tracking Labels: ABS, TELE'] },
    'a provider': {
      values: { providerId: 2 },
      rows: [
        { ...present, percentage: 100, dateRange: tele.dateRange, recurrenceId: 4, recurrenceStudentId: 7 },
        { ...tele, percentage: 100 },
      ],
      words: ['Provider: Sofía Special'],
    },
    'a student': {
      values: { studentId: 2 },
      rows: [
        { ...absent, percentage: 50, dateRange: '11/09/2027 - 11/09/2027', recurrenceId: 1, recurrenceStudentId: 2 },
      ],
      words: ['Student: Bo Li'],
    },
    'some days': {
      values: { from: '2027-11-11', to: '2027-11-20' },
      rows: [{ ...absent, percentage: 100, dateRange: '11/11/2027 - 11/11/2027', recurrenceId: 3 }],
      words: ['From Date: 11/11/2027', 'End Date: 11/20/2027'],
    },
    'another school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [], words: ['School: Maple'] },
    'dates in the wrong order': { values: { from: '2027-11-20', to: '2027-11-01' }, rows: [], words: ['School: All'] },
  },
  refused: { 'Choose at most 500.': { body: { trackinglabelids: '1,'.repeat(500) + 1 }, path: 'trackinglabelids' } },
  details: {
    first: [
      'PRE: 50.0% (3 of 6). Present, session held',
      'Ana Núñez',
      '11/09/2027',
      '9:00 AM - 9:45 AM',
      'Not Confirmed',
    ],
    all: [
      'ABS: 33.3% (2 of 6). Student absent',
      'No student',
      'Absent',
      'TELE: 16.7% (1 of 6). By video',
      'Dora Weiss',
    ],
  },
})

const listed = async (body: object) => {
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const { data } = await server().call('getTrackingLabelUseRecords', { token, body })
  return data
}

test('replies as the spec has it, and with nothing for labels that do not exist', async () => {
  const body = { trackinglabelids: '2,99', fromDateTime: '2027-11-01', toDateTime: '2027-11-30' }
  const page = { pageIndex: 1, pageSize: 10 }
  expect(await listed(body)).toEqual({ trackingLabelReportListing: [abs], totalRecords: 1, ...page })
  expect(await listed({ ...body, trackinglabelids: '99' })).toEqual({
    trackingLabelReportListing: [],
    totalRecords: 0,
    ...page,
  })
})

test('counts a student who is in a session twice once, with the labels of both entries', async () => {
  const { db } = database()
  const usual = { serviceFrequencyId: 1, durationId: 1, eventFrequencyId: 1, sessionTypeId: 1 }
  const [second] = await db
    .insert(caseloadFrequencies)
    .values({ studentId: 1, serviceId: 2, ...usual })
    .returning()
  await db
    .insert(occurrenceStudents)
    .values({ occurrenceId: 1, studentId: 1, caseloadFrequencyId: second?.id ?? 0, trackingLabels: 'PRE,ABS' })
  expect(await listed({ trackinglabelids: '1,2' })).toMatchObject({
    trackingLabelReportListing: [
      { id: 1, percentage: 50 },
      { id: 2, percentage: 50 },
    ],
  })
})

test('shows the chart, and details of the chosen labels without a check of the dates', async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto('/report/tracking/label?from=2027-11-01&to=2027-11-30')
  await page.getByText('5 of 6 student sessions have at least one of these labels (83%)').waitFor()
  const spoken = page.getByRole('table', { name: 'Student sessions by label' })
  expect(await spoken.getByRole('row').allInnerTexts()).toEqual([
    'Tracking Label\tStudent sessions\tPercent',
    'PRE\t3\t50',
    'ABS\t2\t33.3',
    'TELE\t1\t16.7',
  ])
  await page.getByRole('combobox', { name: 'Tracking Labels' }).click()
  await page.getByRole('option', { name: 'ABS' }).click()
  await page.getByText('2 of 6 student sessions have at least one of these labels (33%)').waitFor()
  const asked = page.waitForRequest('**/tracking-label-report-detail')
  await page.getByRole('button', { name: 'View ABS' }).click()
  expect((await asked).postDataJSON()).toMatchObject({
    trackinglabelids: '2',
    recurrenceId: 0,
    recurrenceStudentId: 0,
    isRecurrenceId: true,
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByLabel('End Date').fill('10/01/2027')
  await page.keyboard.press('Tab')
  await page.getByText('No Data Available').waitFor()
  expect(new URL(page.url()).searchParams.get('to')).toBe('2027-10-01')
})
