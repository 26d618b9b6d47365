import { describe, expect, test } from 'vitest'
import { readCloseOut } from '#contract/billing.ts'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import { sessionPreviewSchema } from '#contract/session-preview.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  occurrenceIdsOn,
  SCHOOL_IDS,
  SERVICE_IDS,
  sessionPayload,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const { hourly, perSession } = RATE_TYPE_IDS
const MONDAY = '2026-11-23'
const FIRST = 'On 11/23/2026, another session at this school comes first: its rate type is billed instead.'
const TOO = 'On 11/23/2026, this also changes the rate type of the other sessions at this school.'

/** Lincoln pays occupational therapy by the hour and per session, Maple only by the hour. */
describe('the rate type that is billed when several sessions are on a day', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const plan = (startTime: string, form: Partial<SessionForm> = {}) =>
    addSession(server(), token.ada, {
      ...{ providerId: 1, date: MONDAY, startTime, endTime: `${startTime.slice(0, 2)}:45`, rateTypeId: hourly },
      ...form,
    })
  const note = async (by: string, change: string, body: object) => {
    const reply = await server().call('previewScheduleEvent', { token: by, body: { ...body, change } })
    return sessionPreviewSchema.parse(reply.data).rateTypeNote
  }
  const occurrence = async (index: number, by = token.ada) => {
    const id = (await occurrenceIdsOn(server(), token.ada, MONDAY))[index]
    const { data } = await server().call('editScheduleEventRecurrenceById', { token: by, body: { id } })
    return storedSessionSchema.parse(data)
  }
  const perSessionOf = (session: StoredSession) => ({
    ...session,
    scheduleEventRecurrenceSchoolStudents: {
      ...session.scheduleEventRecurrenceSchoolStudents,
      serviceRateTypeId: perSession,
    },
  })
  const billed = async () => {
    const { data } = await server().call('readCloseOut', { token: token.ada, body: { startDate: '2026-11-16' } })
    return readCloseOut.data.parse(data).schools.map(({ amount }) => amount)
  }
  const save = (body: object) => server().call('updateScheduleEventRecurrence', { token: token.ada, body })

  test('is that of the first one: changing another one has no effect, and changing the first one has one on all', async () => {
    await plan('09:00')
    await plan('11:00')
    const before = await billed()
    const second = perSessionOf(await occurrence(1))
    expect(await note(token.ada, 'updateOccurrence', second)).toBe(FIRST)
    expect(await save(second)).toMatchObject({ status: 200 })
    expect(await billed()).toEqual(before)
    const first = perSessionOf(await occurrence(0))
    expect(await note(token.ada, 'updateOccurrence', first)).toBe(TOO)
    expect(await save(first)).toMatchObject({ status: 200 })
    expect(await billed()).not.toEqual(before)
  })

  test('may become that of a session that comes first now', async () => {
    await plan('11:00')
    const before = await billed()
    const earlier = { providerId: 1, date: MONDAY, startTime: '09:00', endTime: '10:00', rateTypeId: perSession }
    expect(await note(token.ada, 'add', sessionPayload(earlier))).toBe(TOO)
    expect(await note(token.ada, 'add', sessionPayload({ ...earlier, startTime: '12:00', endTime: '13:00' }))).toBe(
      FIRST,
    )
    await addSession(server(), token.ada, earlier)
    expect(await billed()).not.toEqual(before)
  })

  test('is named for each day of a series that has other sessions', async () => {
    const weekly: SessionForm['rule'] = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [1, 2] }
    await plan('09:00', { rule: weekly, endDate: '2026-12-01' })
    await plan('11:00')
    await plan('11:00', { date: '2026-11-24' })
    const { data } = await server().call('editScheduleEventById', { token: token.ada, body: { id: 1 } })
    const series = { ...perSessionOf(storedSessionSchema.parse(data)), changeFromDate: MONDAY }
    expect(await note(token.ada, 'updateSeries', series)).toBe(
      'On 11/23/2026 and 1 more day, this also changes the rate type of the other sessions at this school.',
    )
  })

  test('is not mentioned if it stays, to providers, or for other schools and services', async () => {
    await plan('09:00')
    await plan('11:00')
    expect(await note(token.ada, 'updateOccurrence', { ...(await occurrence(1)), eventName: 'Renamed' })).toBe(
      undefined,
    )
    const asked = { ...(await occurrence(0, token.paul)), startTime: '12:00', endTime: '12:45' }
    expect(await note(token.paul, 'updateOccurrence', asked)).toBe(undefined)
    const apart = { providerId: 1, date: MONDAY, startTime: '12:00', endTime: '13:00' }
    const atMaple = { ...apart, schoolId: SCHOOL_IDS.maple, caseloadIds: [3], rateTypeId: hourly }
    expect(await note(token.ada, 'add', sessionPayload(atMaple))).toBe(undefined)
    const otherService = { ...apart, serviceId: SERVICE_IDS.pt, rateTypeId: hourly }
    expect(await note(token.ada, 'add', sessionPayload(otherService))).toBe(undefined)
  })

  test('is the only one of a school, also of work without one', async () => {
    await addSession(server(), token.paul, {
      ...{ date: MONDAY, startTime: '11:00', endTime: '12:00', schoolId: SCHOOL_IDS.maple, caseloadIds: [3] },
    })
    const earlier = { providerId: 1, date: MONDAY, startTime: '09:00', endTime: '10:00', rateTypeId: hourly }
    const atMaple = { ...earlier, schoolId: SCHOOL_IDS.maple, caseloadIds: [3] }
    expect(await note(token.ada, 'add', sessionPayload(atMaple))).toBe(undefined)
  })
})
