import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type ReportDetailsFile, reportDetailsSchema } from '#contract/reports/details-view.ts'
import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { ROLE_IDS, type RoleName } from '#domain/roles.ts'
import { reportDetailFiles, reportDetails } from '#server/db/schema/reports.ts'
import { runs } from '#server/db/schema/runs.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { users } from '#server/db/schema/users.ts'
import { deleteExpired } from '#server/jobs/clean-up.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { useWorker } from '#tests/support/server/jobs.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { addSession, copySession, refusalOf, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, takeScreen, useTestServer } from '#tests/support/server/test-server.ts'

/** More than are made while the user waits. */
const MANY = 700

describe('the details of a report', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const workOnJobs = useWorker(database, server)
  const db = () => database().db

  const many = async (count: number) => {
    await allowScreen(database(), 'Administrators', 'SchoolReport')
    await addSession(server(), token.paul, { date: '2026-11-23' })
    await copySession(database(), count - 1)
  }
  const body = {
    schoolId: SCHOOL_IDS.lincoln,
    fromDateTime: '2026-11-01',
    toDateTime: '2026-11-30',
  }
  const make = async (more: object = {}): Promise<ReportDetailsFile> => {
    const { status, message, data } = await server().call('viewSchool', {
      token: token.ada,
      body: { ...body, ...more },
    })
    if (status !== 200) throw new Error(`${status} ${message}`)
    return reportDetailsSchema.parse(data)
  }
  const ask = (name: 'readReportDetails' | 'cancelReportDetails' | 'deleteReportDetails', id: string, by = token.ada) =>
    server().call(name, { token: by, body: { id } })
  const stateOf = async (id: string) => reportDetailsSchema.parse((await ask('readReportDetails', id)).data).state
  const file = (id: string, { by = token.ada, name = `${id}.pdf`, format = 'pdf' } = {}) =>
    server().call('getReportFile', {
      token: by,
      params: { name: 'admin-school-detail', format, file: name },
    })

  test('of many rows are made by a job', async () => {
    await many(MANY)
    const made = await make()
    expect(made).toMatchObject({ state: 'waiting', progress: 0, title: 'School Report' })
    expect(made.filters).toEqual([
      'School: Lincoln',
      'Provider: All',
      'Service Code: All',
      'Student: All',
      'From Date: 11/01/2026',
      'End Date: 11/30/2026',
    ])
    expect(await file(made.id)).toMatchObject({ status: 404, message: 'File not found' })
    workOnJobs()
    await expect.poll(() => stateOf(made.id)).toBe('done')
    const { data } = await file(made.id)
    if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
    const { pages } = await readPdf(data)
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.flat().join(' ')).toContain(`Page 1 of ${pages.length}`)
  })

  test('can be canceled while a job makes them, once', async () => {
    await many(MANY)
    const { id } = await make()
    expect((await ask('cancelReportDetails', id)).data).toMatchObject({ state: 'canceled' })
    expect(refusalOf(await ask('cancelReportDetails', id))).toEqual({
      status: 409,
      message: 'The report is no longer being prepared.',
    })
    workOnJobs()
    await expect
      .poll(async () => (await db().execute(sql`select 1 from jobs where state = 'done'`)).rows.length)
      .toBe(1)
    expect(await stateOf(id)).toBe('canceled')
    expect(await db().$count(reportDetailFiles)).toBe(0)
    await deleteExpired(db(), new Date('2026-12-31T00:00:00Z'))
    expect(await db().$count(runs)).toBe(0)
  })

  test('are made three at a time for a user', async () => {
    await many(MANY)
    const [first] = [await make(), await make(), await make()]
    expect(refusalOf(await server().call('viewSchool', { token: token.ada, body }))).toEqual({
      status: 409,
      message: 'Three of your reports are still being prepared. Wait for one, or cancel one under Your Reports.',
    })
    await ask('cancelReportDetails', first.id)
    await make()
    expect(await db().$count(reportDetails)).toBe(4)
  })

  test("of everyone's records are not for someone who may now read only their own", async () => {
    for (const role of ['Administrators', 'Providers'] as const) {
      await allowScreen(database(), role, 'ProviderDetailReport')
    }
    const become = (role: RoleName) =>
      db().update(users).set({ roleId: ROLE_IDS[role] }).where(eq(users.id, PEOPLE.Providers.userId))
    await become('Administrators')
    const endpoint = providerDetailReport.view?.call
    if (!endpoint) throw new Error('The report has no details')
    const { data } = await server().ask(endpoint, { token: token.paul, body })
    const { id } = reportDetailsSchema.parse(data)
    const pdf = () =>
      server().call('getReportFile', {
        token: token.paul,
        params: { name: 'provider-detail', format: 'pdf', file: `${id}.pdf` },
      })
    expect((await pdf()).status).toBe(200)
    await become('Providers')
    expect(await pdf()).toMatchObject({ status: 404, message: 'File not found' })
    expect((await ask('readReportDetails', id, token.paul)).status).toBe(404)
    expect((await server().call('getAllReportDetails', { token: token.paul, body: {} })).data).toMatchObject({
      totalRecords: 0,
    })
  })

  test('are not made by a job for a user who may no longer open the report', async () => {
    await many(MANY)
    const { id } = await make()
    await takeScreen(database(), 'Administrators', 'SchoolReport')
    workOnJobs()
    await expect.poll(() => stateOf(id)).toBe('failed')
    expect((await ask('readReportDetails', id)).data).toMatchObject({ reason: 'You can no longer open this report.' })
  })

  test('are refused if a file would have too many rows', async () => {
    await many(10_000)
    expect(refusalOf(await server().call('viewSchool', { token: token.ada, body }))).toEqual({
      status: 400,
      message: 'A PDF file can have at most 10,000 rows, but this report has 10,001. Narrow the filters.',
    })
    expect(await db().$count(reportDetails)).toBe(0)
  })

  test('belong to who asked for them, and only while the report may be opened', async () => {
    await many(1)
    const { id } = await make()
    expect((await file(id)).status).toBe(200)
    for (const name of ['readReportDetails', 'cancelReportDetails', 'deleteReportDetails'] as const) {
      expect(refusalOf(await ask(name, id, token.paul))).toEqual({
        status: 404,
        message: 'This report is no longer there. Reports are kept for seven days.',
      })
    }
    const notFound = { status: 404, message: 'File not found' }
    expect(await file(id, { by: token.paul })).toMatchObject(notFound)
    for (const name of [
      `${id}.xlsx`,
      `${id}`,
      '..%2F..%2Fetc%2Fpasswd',
      'x.pdf',
      `${id.toUpperCase()}.pdf`,
      `${'-'.repeat(36)}.pdf`,
    ]) {
      expect(await file(id, { name })).toMatchObject(notFound)
    }
    expect(await file(id, { format: 'excel' })).toMatchObject(notFound)
    await takeScreen(database(), 'Administrators', 'SchoolReport')
    expect(await file(id)).toMatchObject(notFound)
  })

  test('are listed, deleted by their owner, and kept for seven days', async () => {
    await many(1)
    const [first, second] = [await make(), await make({ recurrenceId: 1 })]
    const listed = async (by = token.ada) =>
      (await server().call('getAllReportDetails', { token: by, body: {} })).data as {
        allReportDetails: { id: string }[]
      }
    const ids = async () => (await listed()).allReportDetails.map(({ id }) => id).toSorted()
    expect(await ids()).toEqual([first.id, second.id].toSorted())
    expect((await listed(token.paul)).allReportDetails).toEqual([])
    expect((await ask('deleteReportDetails', first.id)).status).toBe(200)
    expect(await ids()).toEqual([second.id])
    const created = new Date(second.createdOnUtc).getTime()
    const week = 7 * 24 * 3_600_000
    await deleteExpired(db(), new Date(created + week))
    expect(await ids()).toEqual([second.id])
    await deleteExpired(db(), new Date(created + week + 1))
    expect(await ids()).toEqual([])
    expect(await db().$count(reportDetailFiles)).toBe(0)
  })

  describe('within the filters', () => {
    test('are those of one series', async () => {
      await many(1)
      const [event] = await db().select({ id: occurrences.scheduleEventId }).from(occurrences)
      await addSession(server(), token.paul, { date: '2026-11-24' })
      await make({ recurrenceId: event?.id ?? 0 })
      const [stored] = await db().select().from(reportDetailFiles)
      const { pages } = await readPdf(new Uint8Array(stored?.content ?? []))
      const text = pages.flat().join(' ')
      expect(text).toContain('11/23/2026')
      expect(text).not.toContain('11/24/2026')
      expect(
        await db()
          .select({ filters: reportDetails.filters })
          .from(reportDetails)
          .where(eq(reportDetails.progress, 100)),
      ).toHaveLength(1)
    })
  })
})
