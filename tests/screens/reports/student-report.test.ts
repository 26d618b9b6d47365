/** A student's sessions with a provider. */
import { beforeEach, expect, test } from 'vitest'
import { studentReport } from '#contract/reports/student-report.ts'
import { occurrenceStudents, studentReadings } from '#server/db/schema.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { messagesAtFields } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { readReportFile } from '#tests/support/report-files.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS, confirmHours, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server, newPage, signIn } = portal
const { ana, bo, dora } = CASELOAD_IDS
const { lincoln } = SCHOOL_IDS

/**
 * Paul has Ana in three sessions: Monday's was held; on Tuesday she was absent; Thursday's is still to come. Another of
 * his is with Bo alone. On Wednesday she was in one of Sofía's.
 */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Providers', 'ProfileInformationHistory')
  server().now = new Date('2027-11-08T10:00:00Z')
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server(), paul, { date: '2027-11-08', caseloadIds: [ana, bo] })
  await addSession(server(), paul, { date: '2027-11-09', caseloadIds: [ana], eventName: 'Reading circle' })
  await addSession(server(), paul, { date: '2027-11-09', startTime: '10:00', endTime: '10:30', caseloadIds: [bo] })
  await addSession(server(), paul, { date: '2027-11-11', caseloadIds: [ana], endTime: '09:30' })
  await addSession(server(), sofia, { date: '2027-11-10', caseloadIds: [dora] })
  await database().pool.query(
    `update occurrence_students set tracking_labels = 'ABS' where student_id = $1 and occurrence_id = 2`,
    [ana],
  )
  await database().pool.query(
    `insert into occurrence_students (occurrence_id, student_id, caseload_frequency_id)
     select id, $1, $1 from occurrences where date = '2027-11-10'`,
    [ana],
  )
  await confirmHours(server(), paul, { date: '2027-11-08' })
  await confirmHours(server(), paul, { date: '2027-11-09' })
  server().now = new Date('2027-11-10T20:00:00Z')
})

const session = (id: number, date: string, eventName = 'Fine motor group') => ({
  ...{ id, schoolId: lincoln, schoolName: 'Lincoln', studentId: ana, studentName: 'Ana Núñez', eventName, date },
})
const monday = session(1, '2027-11-08')
const tuesday = session(2, '2027-11-09', 'Reading circle')
const thursday = session(4, '2027-11-11')

reportTests(studentReport, {
  portal,
  role: 'Providers',
  given: { schoolId: lincoln, studentId: ana, from: '2027-11-01', to: '2027-11-30' },
  rows: [thursday, tuesday, monday],
  narrowed: {
    'up to a day': {
      values: { to: '2027-11-09' },
      rows: [tuesday, monday],
      words: ['School: Lincoln', 'Student: Ana Núñez', 'From Date: 11/01/2027', 'To Date: 11/09/2027'],
    },
    'another school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [], words: ['School: Maple'] },
  },
  details: {
    first: ['11/09/2027', 'Reading circle', 'Absent', 'ABS', 'Present', 'Scheduled', '120', 'Minutes by status'],
    all: ['45', 'Fine motor group'],
  },
  refused: {
    'School Is Required': { body: { studentId: ana }, path: 'schoolId' },
    'Student Name Is Required.': { body: { schoolId: lincoln }, path: 'studentId' },
    'To Date can not be less than From Date': {
      body: { schoolId: lincoln, studentId: ana, fromDateTime: '2027-11-11', toDateTime: '2027-11-09' },
      path: 'toDateTime',
    },
  },
})

test("another provider's student has no sessions and no name", async () => {
  const filters = { schoolId: lincoln, studentId: dora, from: '2027-11-01', to: '2027-11-30' }
  const asked = { token: await server().tokenOf(PEOPLE.Providers.userId), body: studentReport.request(filters) }
  expect((await server().ask(studentReport.calls.records, asked)).data).toMatchObject({
    providerStudentDetailListing: [],
    totalRecords: 0,
  })
  const file = studentReport.calls.files.docx
  if (!file) throw new Error('There is no Word file')
  const { data } = await server().ask(file, asked)
  if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
  const { text } = await readReportFile('docx', data)
  expect(text).toContain('Student: Unknown')
  expect(text).not.toContain('Dora')
})

test('a school where the provider does not work has no name', async () => {
  const { rows } = await database().pool.query<{ id: number }>(
    `insert into schools (name) values ('Hilltop') returning id`,
  )
  const file = studentReport.calls.files.docx
  if (!file) throw new Error('There is no Word file')
  const filters = { schoolId: rows[0]?.id ?? 0, studentId: ana, from: '2027-11-01', to: '2027-11-30' }
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  const { data } = await server().ask(file, { token, body: studentReport.request(filters) })
  if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
  const { text } = await readReportFile('docx', data)
  expect(text).toContain('School: Unknown')
  expect(text).not.toContain('Hilltop')
})

test('every read is logged, but none of a student whom the caller has no access to', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  const { calls, view, request } = studentReport
  for (const endpoint of [calls.records, calls.files.docx, view?.call]) {
    if (!endpoint) throw new Error('The report has no such call')
    for (const studentId of [ana, dora]) {
      const body = request({ schoolId: lincoln, studentId, from: '2027-11-01', to: '2027-11-30' })
      expect((await server().ask(endpoint, { token, body })).status).toBe(200)
    }
  }
  const read = { userId: PEOPLE.Providers.userId, studentId: ana, part: 'sessions' }
  const { userId, studentId, part } = studentReadings
  expect(await database().db.select({ userId, studentId, part }).from(studentReadings)).toEqual([read, read, read])
})

test('offers the students of the chosen school, and says if there are none', async () => {
  await database().db.delete(occurrenceStudents)
  const page = await newPage()
  await signIn(page, PEOPLE.Providers.email)
  await page.goto('/report/student')
  await page.getByRole('button', { name: 'View All Details' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual(['School Is Required', 'Student Name Is Required.'])
  const school = page.getByRole('combobox', { name: 'School' })
  const student = page.getByRole('combobox', { name: 'Student' })
  await school.click()
  await page.getByRole('option', { name: 'Lincoln' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual(['Student Name Is Required.'])
  await student.click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['Choose...', 'Ana Núñez', 'Bo Li'])
  await page.getByRole('option', { name: 'Bo Li' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('No Data Available').waitFor()
  await database().pool.query('update students set is_active = false where id = 3')
  await school.click()
  await page.getByRole('option', { name: 'Maple' }).click()
  await expect.poll(() => messagesAtFields(page)).toEqual(['Student not found'])
  expect(await student.inputValue()).toBe('Choose...')
  expect(await axeFindings(page)).toEqual([])
})
