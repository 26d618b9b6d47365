/** What a notice announces settles it once it is over (docs/decisions/notifications.md). */
import { beforeEach, describe, expect, test } from 'vitest'
import { getCorrection, openCorrection } from '#contract/corrections.ts'
import { addDays, formatDate } from '#domain/time.ts'
import { expiryNotices } from '#server/areas/documents/document-notices.ts'
import { hourReminderWork } from '#server/areas/home/hour-reminders.ts'
import { documentTemplates } from '#server/db/schema/documents.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { lastingNotices } from '#server/db/settle-notices.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { pdf } from '#tests/support/server/document-files.ts'
import { unread } from '#tests/support/server/notifications.ts'
import {
  addSession,
  confirmHours,
  occurrenceIdsOn,
  saveHours,
  TEST_NOW,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { catalog } from '#workflows/catalog.ts'

const DAY = '2026-11-19'

describe('a notice', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db
  const [ADA, PAUL] = [PEOPLE.Administrators.name, PEOPLE.Providers.name]

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ManageDocuments')
    await allowScreen(database(), 'Providers', 'MyDocuments')
    await db().insert(documentTemplates).values({ title: 'License', isForProviders: true })
  })

  /** Everything so far is read. */
  const readAll = () => db().update(notifications).set({ readAt: TEST_NOW })

  const upload = async (body: object) => {
    const file = { name: 'License.pdf', bytes: pdf() }
    const expiryDate = formatDate(addDays(TODAY, 40))
    const sent = { providerId: 1, templateTypeId: 1, documentName: 'License', hasExpiryDate: true, expiryDate }
    expect(
      await server().call('uploadDocument', { token: token.paul, body: { ...sent, ...body }, file }),
    ).toMatchObject({ status: 200 })
  }
  /** The daily work on the day that the document has 30 and then 7 days left. */
  const tellOfExpiry = async (...days: readonly number[]) => {
    for (const day of days) {
      await expiryNotices.run({ db: db(), clock: () => new Date(TEST_NOW.getTime() + day * 86_400_000) })
    }
  }

  test('names states that its lifecycle has', () => {
    const wrong = lastingNotices().flatMap(({ kind, subject, lastsIn }) => {
      const machine = catalog.map((workflow) => workflow.machine).find(({ id }) => id === subject)
      const states = Object.keys(machine?.states ?? {})
      return lastsIn.filter((state) => !states.includes(state)).map((state) => `${kind}: ${state}`)
    })
    expect(wrong).toEqual([])
    expect(lastingNotices().length).toBeGreaterThan(10)
  })

  test('of a document that expires is read once a later one comes, and once the document is renewed or deleted', async () => {
    await upload({})
    await readAll()
    await tellOfExpiry(10, 33)
    expect(await unread(database())).toEqual([
      [ADA, `${PAUL}: License expires in 7 days, on 12/30/2026`],
      [PAUL, 'License expires in 7 days, on 12/30/2026'],
    ])
    await upload({ replaces: 1, expiryDate: formatDate(addDays(TODAY, 400)) })
    // The arrival is news until that version is replaced or deleted.
    expect(await unread(database())).toEqual([[ADA, `${PAUL} uploaded a newer version of a document: License`]])
    await server().call('deleteDocument', { token: token.paul, params: { id: 2 } })
    expect((await unread(database())).filter(([, message]) => message.includes('newer version'))).toEqual([])
  })

  test('of a reopened day is read once its hours are confirmed', async () => {
    await addSession(server(), token.ada, { rateTypeId: 1, providerId: 1, eventName: 'Reading', date: DAY })
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, DAY)
    await saveHours(server(), token.paul, { date: DAY })
    const approval = { scheduleEventRecurrence: [{ id, recurrenceDate: DAY }] }
    await server().call('approveScheduleEvents', { token: token.ada, body: approval })
    await readAll()
    await server().call('reopenDay', {
      token: token.ada,
      body: { providerId: 1, date: DAY, reason: 'Wrong school' },
    })
    expect(await unread(database())).toEqual([[PAUL, 'Your hours on 11/19/2026 were reopened: Wrong school']])
    await confirmHours(server(), token.paul, { date: DAY })
    expect(await unread(database())).toEqual([])
  })

  test('of hours to confirm is read once they are reminded of again, or confirmed', async () => {
    await addSession(server(), token.paul, { date: '2026-11-18' })
    await readAll()
    await hourReminderWork.run({ db: db(), clock: () => new Date('2026-11-19T14:00:00Z') })
    await hourReminderWork.run({ db: db(), clock: () => new Date('2026-11-20T14:00:00Z') })
    expect(await unread(database())).toEqual([[PAUL, 'Your hours on 11/18/2026 are not confirmed.']])
    await confirmHours(server(), token.paul, { date: '2026-11-18' })
    expect(await unread(database())).toEqual([])
  })

  test('of a correction is read once it is canceled', async () => {
    await addSession(server(), token.ada, { rateTypeId: 1, providerId: 1, eventName: 'Reading', date: '2026-11-10' })
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, '2026-11-10')
    await saveHours(server(), token.paul, { date: '2026-11-10' })
    const call = async (...[name, body]: [Parameters<ReturnType<typeof server>['call']>[0], object]) => {
      const reply = await server().call(name, { token: token.ada, body })
      expect(reply).toMatchObject({ status: 200 })
      return reply.data
    }
    await call('approveScheduleEvents', { scheduleEventRecurrence: [{ id, recurrenceDate: '2026-11-10' }] })
    await call('lockOutPeriod', { startDate: '2026-11-01', endDate: '2026-11-15' })
    await readAll()
    const day = { providerId: 1, date: '2026-11-10', reason: 'Wrong hours.' }
    const { id: correctionId } = openCorrection.data.parse(await call('openCorrection', day))
    expect(await unread(database())).toEqual([
      [PAUL, 'Your hours on 11/10/2026 were opened for correction: Wrong hours. Please confirm them again.'],
    ])
    const { entityCacheKey } = getCorrection.data.parse(await call('getCorrection', { id: correctionId }))
    await call('cancelCorrection', { id: correctionId, entityCacheKey })
    expect(await unread(database())).toEqual([
      [PAUL, 'The correction of 11/10/2026 was canceled. The day is as it was before.'],
    ])
  })
})
