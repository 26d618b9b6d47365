import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getCorrection, openCorrection } from '#contract/corrections.ts'
import { eventDetailSchema } from '#contract/schedule.ts'
import { storedSessionSchema } from '#contract/session-form.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { occurrenceStudents, occurrences, scheduleEventStudents, scheduleEvents } from '#server/db/schema/schedule.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { approve as approveDay, confirm as confirmWork, NOVEMBER, plan } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  CASELOAD_IDS,
  confirmHours,
  refusalOf,
  SCHOOL_IDS,
  SERVICE_IDS,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const { lincoln } = SCHOOL_IDS
const { hourly, perSession } = RATE_TYPE_IDS
const DAY = { providerId: 1, date: '2026-11-03' }
const EXPIRED = { status: 400, message: 'Event has been expired so you cannot change this event.' }

interface Change {
  readonly serviceId?: number
  readonly serviceRateTypeId?: number
  readonly caseloadIds?: number[]
  readonly startTime?: string
}

describe('the sessions of a day that is being corrected', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const send = (name: Parameters<ReturnType<typeof server>['call']>[0], body: object, who: 'ada' | 'paul' = 'ada') =>
    server().call(name, { token: token[who], body })
  /** @throws if it is refused */
  const call = async (...question: Parameters<typeof send>) => {
    const reply = await send(...question)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`)
    return reply.data
  }

  /** Paul held two sessions at 60.00 each at Lincoln, from 9 to 11; they are invoiced. */
  beforeEach(async () => {
    const first = { date: DAY.date, rateTypeId: perSession }
    await plan(server(), first)
    await plan(server(), { ...first, startTime: '10:00', endTime: '11:00' })
    await confirmWork(server(), token, { date: DAY.date, startTime: '09:00', endTime: '11:00' })
    await approveDay(server(), token, DAY)
    await call('lockOutPeriod', NOVEMBER)
    await call('generateInvoice', { ...NOVEMBER, schoolId: lincoln, studentIds: '', serviceIds: '' })
  })

  const open = async () =>
    openCorrection.data.parse(await call('openCorrection', { ...DAY, reason: 'The second was not held' })).id
  const details = async (id: number) => getCorrection.data.parse(await call('getCorrection', { id }))
  const confirm = (hours: Parameters<typeof confirmHours>[2]) =>
    confirmHours(server(), token.paul, { ...DAY, schoolId: lincoln, serviceId: SERVICE_IDS.ot, ...hours })
  const approve = async (id: number) => {
    const { entityCacheKey, hoursKey } = await details(id)
    return send('approveCorrection', { id, entityCacheKey, hoursKey })
  }
  const remove = (id: number, who?: 'paul') => send('deleteScheduleEvents', { scheduleEventRecurrenceIds: [id] }, who)
  const change = async (id: number, { startTime, ...changes }: Change, who?: 'paul') => {
    const before = storedSessionSchema.parse(await call('editScheduleEventRecurrenceById', { id }, who))
    const what = { ...before.scheduleEventRecurrenceSchoolStudents, ...changes }
    const body = { ...before, ...(startTime && { startTime }), scheduleEventRecurrenceSchoolStudents: what }
    return send('updateScheduleEventRecurrence', body, who)
  }
  const sessions = () => db().select().from(occurrences).orderBy(asc(occurrences.id))
  const totals = async () =>
    (await db().select().from(invoices).orderBy(invoices.number)).map(
      ({ invoiceNumber, total, supersededById }) =>
        `${invoiceNumber} ${Number(total).toFixed(2)} ${supersededById === null ? 'current' : 'replaced'}`,
    )
  /** Everything that a correction may change, without what only counts changes. */
  const stored = async () => {
    const all = {
      days: await db().select().from(providerDays),
      hours: await db().select().from(timesheets),
      sessions: await sessions(),
      students: await db().select().from(occurrenceStudents).orderBy(asc(occurrenceStudents.id)),
      series: await db().select().from(scheduleEvents).orderBy(asc(scheduleEvents.id)),
      seriesStudents: (await db().select().from(scheduleEventStudents))
        .map(({ scheduleEventId, caseloadFrequencyId }) => `${scheduleEventId} ${caseloadFrequencyId}`)
        .toSorted(),
    }
    const counts = ['version', 'updatedAt', 'updatedById']
    return JSON.parse(JSON.stringify(all, (key, value: unknown) => (counts.includes(key) ? undefined : value)))
  }
  const logOf = async (id: number) =>
    (await db().select().from(transitionLog).where(eq(transitionLog.machine, 'occurrence')).orderBy(transitionLog.id))
      .filter(({ entity }) => entity === String(id))
      .map(({ fromState, event, toState }) => `${fromState} ${event} ${toState}`)

  test('one that was not held is deleted, and no longer billed', async () => {
    expect(refusalOf(await remove(2))).toMatchObject({ status: 409 })
    const id = await open()
    expect((await remove(2, 'paul')).status).toBe(200)
    await confirm({ startTime: '09:00', endTime: '10:00' })
    expect((await approve(id)).status).toBe(200)
    expect(await totals()).toEqual(['INV-00001 120.00 replaced', 'INV-00002 60.00 current'])
    expect((await sessions())[1]?.deletedAt).not.toBeNull()
    // Locked again.
    expect((await remove(1)).status).toBe(409)
  })

  test('all of them can be deleted: nothing is left to bill', async () => {
    const id = await open()
    for (const session of [1, 2]) expect((await remove(session)).status).toBe(200)
    expect((await details(id)).obstacles).toEqual([])
    expect((await approve(id)).status).toBe(200)
    expect(await totals()).toEqual(['INV-00001 120.00 replaced', 'CN-00002 -120.00 current'])
  })

  test('its rate type, service, times and students are changed by an administrator', async () => {
    const id = await open()
    const shown = eventDetailSchema.parse(await call('getScheduleEventById', { id: 1 }))
    expect(shown.original.isEventPassed).toBe(false)
    const both = [CASELOAD_IDS.ana, CASELOAD_IDS.bo]
    expect(refusalOf(await change(1, { serviceRateTypeId: hourly, caseloadIds: both }))).toMatchObject({ status: 200 })
    expect(refusalOf(await change(2, { serviceRateTypeId: hourly, startTime: '10:30' }))).toMatchObject({ status: 200 })
    await confirm({ startTime: '09:00', endTime: '11:00' })
    expect((await approve(id)).status).toBe(200)
    expect(await totals()).toEqual(['INV-00001 120.00 replaced', 'INV-00002 171.00 current'])
    const again = await open()
    expect(refusalOf(await change(1, { serviceId: SERVICE_IDS.pt }))).toMatchObject({ status: 200 })
    expect(refusalOf(await change(2, { serviceId: SERVICE_IDS.pt }))).toMatchObject({ status: 200 })
    await confirm({ startTime: '09:00', endTime: '11:00', serviceId: SERVICE_IDS.pt })
    expect((await approve(again)).status).toBe(200)
    expect((await totals()).at(-1)).toBe('INV-00003 140.00 current')
    expect(await sessions()).toMatchObject([{ rateTypeId: hourly }, { startTime: '10:30:00' }])
  })

  test("a provider's change waits for an administrator, and then keeps the day from being approved", async () => {
    const id = await open()
    expect((await change(2, { startTime: '10:30' }, 'paul')).status).toBe(200)
    await confirm({ startTime: '09:00', endTime: '11:00' })
    expect((await details(id)).obstacles).toHaveLength(1)
    expect((await send('approveScheduleEventRecurrence', { id: 2 })).status).toBe(200)
    expect((await sessions())[1]?.startTime).toBe('10:30:00')
  })

  test('a day that is over stays as it is without a correction', async () => {
    await plan(server(), { date: '2026-11-17' })
    const [, , later] = await sessions()
    expect(refusalOf(await remove(later?.id ?? 0))).toEqual(EXPIRED)
    expect(refusalOf(await change(later?.id ?? 0, { startTime: '09:30' }))).toEqual(EXPIRED)
  })

  test('canceling gives back a session that was deleted, as it was', async () => {
    const before = await stored()
    const id = await open()
    // A student was added first.
    expect((await change(2, { caseloadIds: [CASELOAD_IDS.ana, CASELOAD_IDS.bo] })).status).toBe(200)
    expect((await remove(2)).status).toBe(200)
    const { entityCacheKey } = await details(id)
    expect((await send('cancelCorrection', { id, entityCacheKey })).status).toBe(200)
    expect(await stored()).toEqual(before)
    expect(await totals()).toEqual(['INV-00001 120.00 current'])
    expect((await logOf(2)).slice(-4)).toEqual([
      'scheduled occurrence.edit scheduled',
      'scheduled occurrence.delete deleted',
      'deleted correction.cancel scheduled',
      'scheduled correction.end invoiced',
    ])
  })

  test('canceling puts back what was changed in its sessions', async () => {
    const before = await stored()
    const id = await open()
    const caseloadIds = [CASELOAD_IDS.bo]
    const changes = { serviceRateTypeId: hourly, serviceId: SERVICE_IDS.pt, startTime: '08:00', caseloadIds }
    expect(refusalOf(await change(1, changes))).toMatchObject({ status: 200 })
    await confirm({ startTime: '08:00', endTime: '11:00' })
    const { entityCacheKey } = await details(id)
    expect((await send('cancelCorrection', { id, entityCacheKey })).status).toBe(200)
    expect(await stored()).toEqual(before)
  })
})
