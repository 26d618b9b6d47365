import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { lastDue, nextDue } from '#domain/reports.ts'
import { savedReports } from '#server/db/schema/reports.ts'
import { users } from '#server/db/schema/users.ts'
import { Mail } from '#server/mail/mail.ts'
import { smtpPost } from '#server/mail/post.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { addSession, refusalOf, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import {
  allowScreen,
  PEOPLE,
  TEST_SECRET,
  TEST_SENDER,
  takeScreen,
  useTestServer,
} from '#tests/support/server/test-server.ts'
import { sendSavedReports } from './send-saved-reports.ts'

test.each([
  ['halfMonth', '2026-11-01', { on: '2026-11-01', from: '2026-10-16', to: '2026-10-31' }],
  ['halfMonth', '2026-11-15', { on: '2026-11-01', from: '2026-10-16', to: '2026-10-31' }],
  ['halfMonth', '2026-11-16', { on: '2026-11-16', from: '2026-11-01', to: '2026-11-15' }],
  ['weekly', '2026-11-23', { on: '2026-11-23', from: '2026-11-15', to: '2026-11-21' }],
  ['weekly', '2026-11-22', { on: '2026-11-16', from: '2026-11-08', to: '2026-11-14' }],
  ['weekly', '2026-11-28', { on: '2026-11-23', from: '2026-11-15', to: '2026-11-21' }],
] as const)('a report sent %s was last due, on %s: %o', (schedule, today, expected) => {
  expect(lastDue(schedule, today)).toEqual(expected)
})

test.each([
  ['halfMonth', '2026-11-01', '2026-11-16'],
  ['halfMonth', '2026-12-16', '2027-01-01'],
  ['weekly', '2026-11-22', '2026-11-23'],
  ['weekly', '2026-11-23', '2026-11-30'],
] as const)('a report sent %s is next due, after %s, on %s', (schedule, today, expected) => {
  expect(nextDue(schedule, today)).toBe(expected)
})

describe('saved reports', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const mailServer = useMailServer()
  useJobs(database, server, mailServer)
  const db = () => database().db
  const mail = () => new Mail({ secret: TEST_SECRET, from: TEST_SENDER, post: smtpPost(mailServer().url) })
  const look = (at: string) => sendSavedReports(db(), mail(), new Date(at))

  const saved = {
    report: 'school',
    name: 'Lincoln every week',
    address: `schoolId=${SCHOOL_IDS.lincoln}&from=2026-01-01&to=2026-01-31&sort=-student`,
    schedule: 'weekly',
    format: 'pdf',
  }
  const save = (more: object = {}, by = token.ada) =>
    server().call('saveReport', { token: by, body: { ...saved, ...more } })
  const stored = () => db().select().from(savedReports).orderBy(asc(savedReports.id))

  const prepare = async () => {
    await allowScreen(database(), 'Administrators', 'SchoolReport')
    server().now = new Date('2026-11-20T15:00:00Z')
  }

  test('are saved under a name that is the only one of its user, listed, changed and deleted', async () => {
    await prepare()
    expect((await save()).status).toBe(200)
    expect(refusalOf(await save())).toEqual({
      status: 409,
      message: 'You already have a report with this name.',
      errors: [{ path: 'name', message: 'You already have a report with this name.' }],
    })
    const list = async (by = token.ada) => (await server().call('getSavedReports', { token: by, body: {} })).data
    const [row] = await stored()
    const id = row?.id ?? 0
    expect(await list()).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 1,
      allSavedReports: [
        {
          id,
          name: 'Lincoln every week',
          report: 'school',
          title: 'School Report',
          path: '/report/school/admin',
          address: saved.address,
          filters: ['School: Lincoln', 'Provider: All', 'Service Code: All', 'Student: All'],
          schedule: 'weekly',
          format: 'pdf',
          lastSentOn: null,
          // A Monday; today is a Friday.
          nextSentOn: '2026-11-23',
          stopped: null,
          entityCacheKey: '1',
        },
      ],
    })
    expect(await list(token.paul)).toMatchObject({ allSavedReports: [] })
    const edit = (by: string, entityCacheKey = '1') =>
      server().call('editSavedReport', {
        token: by,
        body: { id, entityCacheKey, name: 'Lincoln', schedule: 'never', format: 'xlsx' },
      })
    expect((await edit(token.paul)).status).toBe(404)
    expect((await edit(token.ada)).status).toBe(200)
    expect((await edit(token.ada)).status).toBe(409)
    expect(await stored()).toMatchObject([{ name: 'Lincoln', schedule: 'never', format: 'xlsx', version: 2 }])
    const remove = (by: string) => server().call('deleteSavedReport', { token: by, body: { id } })
    expect(refusalOf(await remove(token.paul))).toEqual({
      status: 404,
      message: 'This saved report is no longer there.',
    })
    expect((await remove(token.ada)).status).toBe(200)
    expect(await stored()).toEqual([])
  })

  test('are listed with their filters in words', async () => {
    await prepare()
    const list = async () => (await server().call('getSavedReports', { token: token.ada, body: {} })).data
    await save({ name: 'a', schedule: 'never' })
    await save({ name: 'b', schedule: 'never', address: `schoolId=${SCHOOL_IDS.lincoln}` })
    await save({ name: 'c', schedule: 'never', address: `schoolId=${SCHOOL_IDS.lincoln}&from=&to=` })
    await save({ name: 'd', schedule: 'halfMonth' })
    const chosen = ['School: Lincoln', 'Provider: All', 'Service Code: All', 'Student: All']
    expect(await list()).toMatchObject({
      allSavedReports: [
        { filters: [...chosen, 'From Date: 01/01/2026', 'End Date: 01/31/2026'], nextSentOn: null },
        { filters: [...chosen, 'Dates: one month, up to the day it is opened'], nextSentOn: null },
        { filters: chosen, nextSentOn: null },
        { filters: chosen, nextSentOn: '2026-12-01' },
      ],
    })
    await takeScreen(database(), 'Administrators', 'SchoolReport')
    expect(await list()).toMatchObject({
      allSavedReports: Array.from({ length: 4 }, () => ({ path: null, filters: [] })),
    })
  })

  test('are of reports that the user may open', async () => {
    await prepare()
    expect(refusalOf(await save({ report: 'nothing' }))).toEqual({ status: 404, message: 'There is no such report.' })
    expect((await save({}, token.paul)).status).toBe(403)
    expect(refusalOf(await save({ name: ' ' }))).toMatchObject({ status: 400, message: 'Name Is Required' })
  })

  test('have filters that the report accepts', async () => {
    await prepare()
    expect(refusalOf(await save({ address: '' }))).toEqual({ status: 400, message: 'School Is Required' })
    // Without the broken filter it would be of every provider.
    expect(refusalOf(await save({ address: `${saved.address}&providerId=1,` }))).toEqual({
      status: 400,
      message: 'This report cannot be made with these filters.',
    })
    expect(await stored()).toEqual([])
  })

  test('are first sent for a period that ends after they were scheduled, in a file with a safe name', async () => {
    await prepare()
    await save({ name: '../Lincoln: "all"', schedule: 'never' })
    server().now = new Date('2026-12-08T15:00:00Z')
    const [row] = await stored()
    const changed = { id: row?.id, entityCacheKey: '1', name: row?.name, schedule: 'weekly', format: 'pdf' }
    const later = await server().tokenOf(PEOPLE.Administrators.userId)
    expect((await server().call('editSavedReport', { token: later, body: changed })).status).toBe(200)
    await look('2026-12-08T15:10:00Z')
    expect(await stored()).toMatchObject([{ schedule: 'weekly', lastSentOn: null }])
    await look('2026-12-14T15:00:00Z')
    await expect.poll(() => mailServer().received.length).toBe(1)
    const [message] = mailServer().received
    expect(message?.subject).toBe('../Lincoln: "all", 12/06/2026 to 12/12/2026')
    expect(message?.attachments).toMatchObject([{ filename: '-Lincoln- -all-.pdf' }])
  })

  test('are sent by email once when they are due, of the period before, also by several servers', async () => {
    await prepare()
    await addSession(server(), token.paul, { date: '2026-11-25' })
    await save()
    // Monday the 23rd is the first one after it was saved. Its week before has ended.
    await look('2026-11-22T15:00:00Z')
    expect(mailServer().received).toEqual([])
    await Promise.all([look('2026-11-30T15:00:00Z'), look('2026-11-30T15:00:00Z')])
    await expect.poll(() => mailServer().received.length).toBe(1)
    const [message] = mailServer().received
    expect(message?.to).toMatchObject({ text: PEOPLE.Administrators.email })
    expect(message?.subject).toBe('Lincoln every week, 11/22/2026 to 11/28/2026')
    expect(message?.text).toContain(
      'Your report “Lincoln every week” (School Report) from 11/22/2026 to 11/28/2026 is attached.',
    )
    const [file] = message?.attachments ?? []
    expect(file).toMatchObject({ filename: 'Lincoln every week.pdf', contentType: 'application/pdf' })
    const { pages } = await readPdf(new Uint8Array(file?.content ?? []))
    const text = pages.flat().join(' ')
    expect(text).toContain('From Date: 11/22/2026')
    expect(text).toContain('11/25/2026')
    await look('2026-12-01T15:00:00Z')
    expect(await stored()).toMatchObject([{ lastSentOn: '2026-11-30', stopped: null }])
    expect(mailServer().received).toHaveLength(1)
  })

  test('are no longer sent to a user who may no longer open the report, or no longer sign in', async () => {
    await prepare()
    await save()
    await save({ name: 'Another', schedule: 'halfMonth' })
    await takeScreen(database(), 'Administrators', 'SchoolReport')
    await look('2026-11-30T15:00:00Z')
    const stopped = 'No longer sent, because you can no longer open this report.'
    expect(await stored()).toMatchObject([
      { schedule: 'never', stopped },
      { schedule: 'halfMonth', stopped: null },
    ])
    await db().update(users).set({ isActive: false }).where(eq(users.id, PEOPLE.Administrators.userId))
    await look('2026-12-01T15:00:00Z')
    expect(await stored()).toMatchObject([
      { schedule: 'never', stopped },
      { schedule: 'never', stopped },
    ])
    expect(mailServer().received).toEqual([])
  })
})
