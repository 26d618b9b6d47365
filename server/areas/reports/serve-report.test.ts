import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { attendanceReport } from '#contract/reports/attendance.ts'
import { type ComposeOptions, composeServer } from '#server/compose.ts'
import { hoursSample } from '#tests/app/report/hours-sample.ts'
import { composeTestApp } from '#tests/app/server.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { defineQuery } from './report-query.ts'
import { serveReport } from './serve-report.ts'

/** Returns one row more than a PDF file may have. */
const query = defineQuery(attendanceReport, {
  rows: () => sql`select number as "providerId", 'Ana Ruiz' as "providerName", date '2027-11-08' as date,
    1 as "totalCount", 0 as "absentRecords" from generate_series(1, 10001) as number`,
  order: { provider: ['providerName'], absent: ['absentRecords'], date: ['date'] },
  unique: ['providerId'],
})

const compose = (options: ComposeOptions) =>
  composeServer(options, () => ({
    api: attendanceReport.endpoints,
    handlers: serveReport(attendanceReport, query).handlers,
  }))

const database = useDatabase()
beforeAll(() => addPeople(database()))
const server = useTestServer(database, { compose })
const unnamed = useTestServer(database, { compose, proxies: 1 })

test('rejects a file with too many rows and says how many there are', async () => {
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  expect(await server().ask(attendanceReport.endpoints.downloadAttendancePdf, { token })).toMatchObject({
    status: 400,
    message: 'A PDF file can have at most 10,000 rows, but this report has 10,001. Narrow the filters.',
  })
  const sheet = await server().ask(attendanceReport.endpoints.downloadAttendanceXlsx, { token })
  expect(sheet.status).toBe(200)
})

test('needs no public address, which a server behind a proxy may not know', async () => {
  const token = await unnamed().tokenOf(PEOPLE.Administrators.userId)
  const body = { languageId: 1, pageIndex: 1, pageSize: 10 }
  const { status, data } = await unnamed().ask(attendanceReport.endpoints.getAttendanceRecords, { token, body })
  expect({ status, data }).toMatchObject({ status: 200, data: { totalRecords: 10_001 } })
})

describe('the report of another app', () => {
  const app = useSample(hoursSample, { compose: composeTestApp })

  reportTests(app.server, hoursSample)
})
