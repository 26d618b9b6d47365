import { beforeEach, describe, expect, test } from 'vitest'
import { studentReport } from '#contract/reports/student-report.ts'
import { studentReadings } from '#server/db/schema/readings.ts'
import { readReportFile } from '#tests/support/reports/report-files.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { studentSample } from '#tests/support/reports/student-sample.ts'
import { CASELOAD_IDS, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { ana, dora } = CASELOAD_IDS
const { lincoln } = SCHOOL_IDS
const { database, server, token, add } = useSample(studentSample)

reportTests(server, studentSample)

test("another provider's student has no sessions and no name", async () => {
  const filters = { schoolId: lincoln, studentId: dora, from: '2027-11-01', to: '2027-11-30' }
  const asked = { token: token.paul, body: studentReport.request(filters) }
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

describe('of other data', () => {
  beforeEach(add)

  test('a school where the provider does not work has no name', async () => {
    const { rows } = await database().pool.query<{ id: number }>(
      `insert into schools (name) values ('Hilltop') returning id`,
    )
    const file = studentReport.calls.files.docx
    if (!file) throw new Error('There is no Word file')
    const filters = { schoolId: rows[0]?.id ?? 0, studentId: ana, from: '2027-11-01', to: '2027-11-30' }
    const { data } = await server().ask(file, { token: token.paul, body: studentReport.request(filters) })
    if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
    const { text } = await readReportFile('docx', data)
    expect(text).toContain('School: Unknown')
    expect(text).not.toContain('Hilltop')
  })

  test('every read is logged, but none of a student whom the caller has no access to', async () => {
    const { calls, view, request } = studentReport
    for (const endpoint of [calls.records, calls.files.docx, view?.call]) {
      if (!endpoint) throw new Error('The report has no such call')
      for (const studentId of [ana, dora]) {
        const body = request({ schoolId: lincoln, studentId, from: '2027-11-01', to: '2027-11-30' })
        expect((await server().ask(endpoint, { token: token.paul, body })).status).toBe(200)
      }
    }
    const read = { userId: PEOPLE.Providers.userId, studentId: ana, part: 'sessions' }
    const { userId, studentId, part } = studentReadings
    expect(await database().db.select({ userId, studentId, part }).from(studentReadings)).toEqual([read, read, read])
  })
})
