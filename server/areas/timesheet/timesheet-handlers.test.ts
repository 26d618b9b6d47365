import { beforeEach, describe, expect, test } from 'vitest'
import { savedTimesheetSchema } from '#contract/schedule.ts'
import { wireApproval } from '#server/areas/provider-days/provider-days.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  CASELOAD_IDS,
  confirmHours,
  refusalOf,
  SCHOOL_IDS,
  SERVICE_IDS,
  saveHours,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

/** Paul's sessions today: 9:00 to 9:45 and 10:15 to 11:00 at Lincoln, 13:00 to 13:30 at Maple. */
describe('hours', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  beforeEach(async () => {
    await addSession(server(), token.paul)
    await addSession(server(), token.paul, { startTime: '10:15', endTime: '11:00', serviceId: SERVICE_IDS.pt })
    await addSession(server(), token.paul, {
      schoolId: SCHOOL_IDS.maple,
      caseloadIds: [CASELOAD_IDS.chi],
      startTime: '13:00',
      endTime: '13:30',
    })
  })

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const dayState = async () => (await rows(`select state from provider_days where date = '${TODAY}'`))[0]?.state
  const dayOf = (change: { isConfirmed?: boolean }) => ({
    providerId: 1,
    approvedDate: TODAY,
    approvedStatus: 'Pending',
    isApproved: 0,
    isConfirmed: false,
    ...change,
  })
  const atMaple = { schoolId: SCHOOL_IDS.maple, startTime: '13:00', endTime: '13:30' }

  test('are confirmed row by row, and the day with the last of them', async () => {
    const reply = await confirmHours(server(), token.paul, {
      startTime: '08:45',
      endTime: '11:15',
      serviceId: SERVICE_IDS.pt,
    })
    expect(reply).toMatchObject({ status: 200 })
    expect(savedTimesheetSchema.parse(reply.data)).toEqual({
      id: 1,
      providerId: 1,
      providerName: 'Paul Provider',
      schoolId: 1,
      schoolName: 'Lincoln',
      colourCode: '#1F6FB2',
      date: TODAY,
      startTime: '08:45',
      endTime: '11:15',
      isZeroHours: false,
      isConfirmed: true,
      isApproved: 0,
      isRequired: true,
      serviceId: 2,
      serviceName: 'Physical Therapy',
      entityCacheKey: '1',
      day: dayOf({}),
    })
    expect(await dayState()).toBe('open')
    const { data } = await confirmHours(server(), token.paul, atMaple)
    expect(data).toMatchObject({ schoolId: SCHOOL_IDS.maple, day: dayOf({ isConfirmed: true }) })
    expect(await dayState()).toBe('confirmed')
    expect(
      await rows(`select confirmed_by_id, confirmed_at, updated_by_id from timesheets where school_id = 1`),
    ).toEqual([{ confirmed_by_id: 2, confirmed_at: new Date('2026-11-20T16:15:00Z'), updated_by_id: 2 }])
    expect(
      await rows(`select user_id, from_state, event, to_state from transition_log where machine = 'provider-day'`),
    ).toEqual([{ user_id: 2, from_state: 'open', event: 'hours.confirm', to_state: 'confirmed' }])
  })

  test('saved without confirming must be confirmed again', async () => {
    await confirmHours(server(), token.paul)
    await confirmHours(server(), token.paul, atMaple)
    const { data } = await confirmHours(server(), token.ada, { endTime: '12:00', isConfirmClicked: false })
    expect(data).toMatchObject({ isConfirmed: false, endTime: '12:00', entityCacheKey: '2', day: dayOf({}) })
    expect(await dayState()).toBe('open')
  })

  test('that have not ended are not confirmed, except zero hours', async () => {
    const ahead = { ...atMaple, endTime: '13:30' }
    expect(refusalOf(await saveHours(server(), token.paul, ahead))).toEqual({
      status: 400,
      message: 'These hours end at 1:30 PM on 11/20/2026. You can confirm them after that, or now with zero hours.',
    })
    expect(await rows('select id from timesheets')).toEqual([])
    expect((await saveHours(server(), token.paul, { ...ahead, isConfirmClicked: false })).status).toBe(200)
    expect((await saveHours(server(), token.paul, { ...ahead, isZeroHours: true })).data).toMatchObject({
      isConfirmed: true,
    })
    expect((await confirmHours(server(), token.paul, ahead)).data).toMatchObject({
      isConfirmed: true,
      endTime: '13:30',
    })
  })

  test('submitted as zero keep the stored times', async () => {
    const { data } = await confirmHours(server(), token.paul, { startTime: '', endTime: '', isZeroHours: true })
    expect(savedTimesheetSchema.parse(data)).toMatchObject({
      isZeroHours: true,
      startTime: '09:00',
      endTime: '11:00',
      isConfirmed: true,
    })
  })

  test.each([
    [{ serviceId: null, startTime: '' }, 'Service Is Required'],
    [{ startTime: '' }, 'Start Is Required'],
    [{ endTime: '' }, 'End Is Required'],
    [{ startTime: '10:00' }, 'End can not be less than Start Time'],
    [{ startTime: '09:45' }, 'End should be greater than Start Time'],
    [{ startTime: '25:00' }, 'Enter Valid Time'],
    [{ serviceId: SERVICE_IDS.unpriced }, 'Lincoln does not offer this service on this day'],
  ])('with %o are refused: %s', async (hours, message) => {
    expect(await confirmHours(server(), token.paul, hours)).toMatchObject({ status: 400, message })
    expect(await rows('select * from timesheets')).toEqual([])
  })

  test('changed by someone else are not overwritten', async () => {
    await confirmHours(server(), token.ada, { endTime: '12:00', entityCacheKey: '0' })
    const late = await confirmHours(server(), token.paul, { endTime: '11:00', entityCacheKey: '0' })
    expect(refusalOf(late)).toEqual({
      status: 409,
      message: 'Someone else has changed these hours. Please review them.',
    })
    expect(savedTimesheetSchema.parse(late.data)).toMatchObject({ endTime: '12:00', entityCacheKey: '1' })
    expect(await rows('select end_time::text, updated_by_id from timesheets')).toEqual([
      { end_time: '12:00:00', updated_by_id: 1 },
    ])
    expect((await confirmHours(server(), token.paul, { endTime: '11:00', entityCacheKey: '1' })).status).toBe(200)
  })

  test('saved by ten users at once are accepted from one and refused to nine', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => confirmHours(server(), token.paul, { entityCacheKey: '0' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  test('of another provider, or without a session, do not exist', async () => {
    const gone = { status: 404, message: 'This provider has no session at this school on this day.' }
    expect(refusalOf(await confirmHours(server(), token.sofia))).toEqual(gone)
    expect(refusalOf(await confirmHours(server(), token.sofia, { providerId: 2 }))).toEqual(gone)
    expect(refusalOf(await confirmHours(server(), token.paul, { date: '2026-11-19' }))).toEqual(gone)
    expect(refusalOf(await confirmHours(server(), token.ada, { schoolId: SCHOOL_IDS.northgate }))).toEqual(gone)
    expect(await rows(`select * from provider_days where date = '2026-11-19' or provider_id = 2`)).toEqual([])
  })

  test('offer the services with a rate there on that day', async () => {
    const services = (by: string, day: Record<string, unknown>) =>
      server().call('getEventsServiceTypes', {
        token: by,
        body: { id: 0, providerId: 1, schoolId: 1, date: TODAY, ...day },
      })
    const ot = { id: 1, name: 'Occupational Therapy', code: 'OT' }
    const pt = { id: 2, name: 'Physical Therapy', code: 'PT' }
    const art = { id: 3, name: 'Art Therapy', code: 'ART' }
    expect((await services(token.paul, {})).data).toEqual([ot, pt])
    expect((await services(token.ada, { date: '2027-06-01' })).data).toEqual([art, ot, pt])
    expect((await services(token.paul, { schoolId: 2 })).data).toEqual([ot])
    expect((await services(token.sofia, {})).status).toBe(404)
  })

  test('offer providers only the services of schools where they work or had a session', async () => {
    const services = (by: string, schoolId: number, providerId = 1) =>
      server().call('getEventsServiceTypes', { token: by, body: { id: 0, providerId, schoolId, date: TODAY } })
    const { northgate, maple } = SCHOOL_IDS
    expect(refusalOf(await services(token.paul, northgate))).toEqual({ status: 404, message: 'School not found.' })
    expect(await services(token.ada, northgate)).toMatchObject({ status: 200, data: [{ code: 'OT' }] })
    await database().pool.query(`delete from provider_schools where provider_id = 1 and school_id = ${maple}`)
    expect(await services(token.paul, maple)).toMatchObject({ status: 200, data: [{ code: 'OT' }] })
    await database().pool.query('update occurrences set deleted_at = now()')
    expect(await services(token.paul, maple)).toMatchObject({ status: 404 })
  })

  const remove = (by: string, body: Record<string, unknown> = {}) =>
    server().call('deleteSchoolTime', {
      token: by,
      body: { id: 0, providerId: 1, schoolId: SCHOOL_IDS.lincoln, eventDate: TODAY, serviceId: null, ...body },
    })
  const dayLines = () =>
    rows(`select user_id, from_state, event, to_state, detail from transition_log where machine = 'provider-day'
      order by id`)

  test('revert to the sessions’ times when deleted, unconfirmed, and the log keeps their values', async () => {
    await confirmHours(server(), token.paul, { startTime: '08:45', endTime: '12:00', serviceId: SERVICE_IDS.pt })
    await confirmHours(server(), token.paul, atMaple)
    const reply = await remove(token.paul, { id: 1, entityCacheKey: '1' })
    expect(reply.status).toBe(200)
    expect(reply.data).toMatchObject({
      id: 0,
      startTime: '09:00',
      endTime: '11:00',
      isConfirmed: false,
      serviceName: 'Occupational Therapy',
      entityCacheKey: '0',
      day: dayOf({}),
    })
    expect(await dayState()).toBe('open')
    expect(await rows('select school_id from timesheets')).toEqual([{ school_id: SCHOOL_IDS.maple }])
    expect(await dayLines()).toEqual([
      { user_id: 2, from_state: 'open', event: 'hours.confirm', to_state: 'confirmed', detail: null },
      {
        user_id: 2,
        from_state: 'confirmed',
        event: 'hours.change',
        to_state: 'open',
        detail: {
          removed: {
            schoolId: SCHOOL_IDS.lincoln,
            startTime: '08:45',
            endTime: '12:00',
            isZeroHours: false,
            isConfirmed: true,
            serviceId: SERVICE_IDS.pt,
          },
        },
      },
    ])
  })

  test('can be deleted on an open day, which stays open, with a log entry', async () => {
    await confirmHours(server(), token.paul, { isConfirmClicked: false })
    expect((await remove(token.ada)).status).toBe(200)
    expect(await dayLines()).toEqual([
      expect.objectContaining({ user_id: 1, from_state: 'open', event: 'hours.change', to_state: 'open' }),
    ])
  })

  test('are not deleted a second time, or when the caller saw other hours', async () => {
    const stale = {
      status: 409,
      message: 'Someone else has changed these hours. Please review them.',
    }
    await confirmHours(server(), token.paul)
    expect(refusalOf(await remove(token.ada, { id: 1, entityCacheKey: '0' }))).toEqual(stale)
    expect((await remove(token.ada, { id: 1, entityCacheKey: '1' })).status).toBe(200)
    expect(refusalOf(await remove(token.ada, { id: 1, entityCacheKey: '1' }))).toEqual(stale)
    expect(refusalOf(await remove(token.ada))).toEqual({
      status: 404,
      message: 'No hours are stored at Lincoln on 11/20/2026.',
    })
  })

  test('stored again are not mistaken for the deleted ones', async () => {
    await confirmHours(server(), token.paul)
    await remove(token.paul)
    await confirmHours(server(), token.ada, { endTime: '12:00' })
    const [stored] = await rows('select id from timesheets')
    const late = { id: 1, endTime: '10:30', entityCacheKey: '1' }
    expect((await confirmHours(server(), token.paul, late)).status).toBe(409)
    expect((await remove(token.paul, { id: 1, entityCacheKey: '1' })).status).toBe(409)
    expect(await rows('select id, end_time::text from timesheets')).toEqual([{ id: stored?.id, end_time: '12:00:00' }])
  })

  test('of an approved or locked day are not deleted', async () => {
    await confirmHours(server(), token.paul)
    for (const [state, approval] of [
      ['approved', 1],
      ['locked', 1],
    ] as const) {
      await database().pool.query('update provider_days set state = $1, approval_status = $2', [state, approval])
      const refused = await remove(token.ada)
      expect(refusalOf(refused)).toEqual({
        status: 409,
        message: `11/20/2026 is ${state}. You will not be able to make any changes for this day.`,
      })
      expect(savedTimesheetSchema.parse(refused.data)).toMatchObject({ id: 1, isApproved: wireApproval(state) })
    }
    expect(await rows('select id from timesheets')).toHaveLength(1)
  })

  test("of another provider can't be deleted", async () => {
    await confirmHours(server(), token.paul)
    const gone = { status: 404, message: 'This provider has no session at this school on this day.' }
    expect(refusalOf(await remove(token.sofia))).toEqual(gone)
    expect(refusalOf(await remove(token.sofia, { providerId: 2 }))).toEqual(gone)
    expect(await rows('select id from timesheets')).toHaveLength(1)
  })
})
