import { beforeEach, describe, expect, test } from 'vitest'
import { checkDays, getHoursExplanation } from '#contract/day.ts'
import { approve, confirm, plan } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const DAY = '2026-11-12'

describe('odd hours', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const odd = async (date = DAY) => {
    const body = { days: [{ providerId: 1, date }] }
    const { data } = await server().call('checkDays', { token: token.ada, body })
    return checkDays.data
      .parse(data)
      .map(({ schoolName, findings, explanation }) => [schoolName, findings.map(({ text }) => text), explanation])
  }
  const explain = (by: string, explanation: string, change: Record<string, unknown> = {}) =>
    server().call('explainHours', {
      token: by,
      body: {
        ...{ providerId: 1, schoolId: SCHOOL_IDS.lincoln, date: DAY, explanation, entityCacheKey: '0' },
        ...change,
      },
    })

  test('that match no session', async () => {
    await plan(server(), { date: DAY, startTime: '08:15', endTime: '10:30' })
    expect(await odd()).toEqual([])
    await confirm(server(), token, { date: DAY, startTime: '11:00', endTime: '11:15' })
    expect(await odd()).toEqual([
      [
        'Lincoln',
        [
          'Outside the sessions, which are 8:15 AM-10:30 AM',
          'Shorter than the sessions: 0:15 h for sessions of 2:15 h',
        ],
        '',
      ],
    ])
  })

  test('twice as long as the session', async () => {
    await plan(server(), { date: DAY, startTime: '15:30', endTime: '16:00' })
    await confirm(server(), token, { date: DAY, startTime: '15:15', endTime: '16:15' })
    expect(await odd()).toEqual([['Lincoln', ['Longer than the sessions: 1:00 h for sessions of 0:30 h'], '']])
  })

  test('at two schools at once are odd at both', async () => {
    const lincoln = { date: DAY, startTime: '08:15', endTime: '14:00' }
    const maple = { date: DAY, at: 'maple', startTime: '12:45', endTime: '15:00' } as const
    for (const each of [lincoln, maple]) await plan(server(), each)
    for (const each of [lincoln, maple]) await confirm(server(), token, each)
    expect(await odd()).toEqual([
      ['Lincoln', ['Overlap 12:45 PM-3:00 PM at Maple'], ''],
      ['Maple', ['Overlap 8:15 AM-2:00 PM at Lincoln'], ''],
    ])
  })

  test('longer than a day may be, at all schools together', async () => {
    const lincoln = { date: DAY, startTime: '08:00', endTime: '14:00' }
    const maple = { date: DAY, at: 'maple', startTime: '14:00', endTime: '18:15' } as const
    for (const each of [lincoln, maple]) await plan(server(), each)
    for (const each of [lincoln, maple]) await confirm(server(), token, each)
    const over = ['Over the daily limit of 10:00 h: 10:15 h']
    expect(await odd()).toEqual([
      ['Lincoln', over, ''],
      ['Maple', over, ''],
    ])
  })

  test('within accepted time off, but not while it is only asked for', async () => {
    await plan(server(), { date: DAY })
    await confirm(server(), token, { date: DAY })
    await database().pool.query(`insert into pto_requests (provider_id, requested_date, start_time, end_time, reason, state)
      values (1, '${DAY}', '09:30', '12:00', 'Dentist', 'pending')`)
    expect(await odd()).toEqual([])
    await database().pool.query(`update pto_requests set state = 'accepted'`)
    expect(await odd()).toEqual([['Lincoln', ['Within accepted time off, 9:30 AM-12:00 PM'], '']])
  })

  test('far from what is usual on that weekday in the two half-months before', async () => {
    for (const date of ['2026-10-22', '2026-10-29', '2026-11-05']) await plan(server(), { date })
    await plan(server(), { date: '2026-10-15', endTime: '10:30' })
    for (const date of ['2026-10-08', '2026-10-15', '2026-10-22', '2026-10-29']) {
      if (date === '2026-10-08') await plan(server(), { date })
      await confirm(server(), token, { date })
    }
    await plan(server(), { date: DAY, startTime: '09:00', endTime: '11:00' })
    await confirm(server(), token, { date: DAY, startTime: '09:00', endTime: '11:00' })
    expect(await odd()).toEqual([['Lincoln', ['Far from the usual: 2:00 h, and 1:00 h on other Thursdays'], '']])
  })

  test('are no longer listed once the day is approved', async () => {
    const day = { date: DAY, startTime: '15:30', endTime: '16:00' }
    await plan(server(), day)
    await confirm(server(), token, { ...day, startTime: '15:15', endTime: '16:15' })
    expect(await odd()).toHaveLength(1)
    await approve(server(), token, day)
    expect(await odd()).toEqual([])
  })

  test('are counted in People, and priced in Close Out', async () => {
    const day = { date: DAY, startTime: '15:30', endTime: '16:00', rateTypeId: 1 }
    await plan(server(), day)
    await confirm(server(), token, { ...day, startTime: '15:15', endTime: '16:15' })
    const people = await server().call('getPeopleDays', {
      token: token.ada,
      body: { fromDateTime: DAY, toDateTime: DAY, providerId: 1 },
    })
    expect(people.data).toMatchObject([{ days: [{ date: DAY, oddCount: 1 }] }])
    const request = { token: token.ada, body: { startDate: '2026-11-01' } }
    expect((await server().call('readCloseOut', request)).data).toMatchObject({
      open: [{ kind: 'unapproved', date: DAY }],
    })
    expect((await server().call('readDaysToLookAt', request)).data).toEqual([
      {
        providerId: 1,
        schoolIds: [SCHOOL_IDS.lincoln],
        date: DAY,
        amount: '85.50',
        findings: ['Lincoln: Longer than the sessions: 1:00 h for sessions of 0:30 h'],
      },
    ])
  })

  describe('are explained', () => {
    beforeEach(async () => {
      await plan(server(), { date: DAY, startTime: '15:30', endTime: '16:00' })
    })

    test('by their provider, before they are confirmed, for the administrator who approves them', async () => {
      expect(await explain(token.paul, ' The meeting took longer. ')).toMatchObject({
        status: 200,
        data: { explanation: 'The meeting took longer.', entityCacheKey: '1', readOnlyReason: null },
      })
      await confirm(server(), token, { date: DAY, startTime: '15:15', endTime: '16:15' })
      expect(await odd()).toMatchObject([['Lincoln', [expect.any(String)], 'The meeting took longer.']])
      const { rows } = await database().pool.query('select explanation, updated_by_id, version from hours_explanations')
      expect(rows).toEqual([{ explanation: 'The meeting took longer.', updated_by_id: 2, version: 1 }])
    })

    test('by nobody else, over nothing unseen, and not on a closed day', async () => {
      expect((await explain(token.sofia, 'Mine')).status).toBe(403)
      expect((await explain(token.paul, 'Where?', { schoolId: SCHOOL_IDS.maple })).status).toBe(404)
      expect((await explain(token.paul, 'First')).status).toBe(200)
      expect(await explain(token.paul, 'Second')).toMatchObject({
        status: 409,
        message: 'Someone else has changed this explanation. Please review it.',
      })
      const day = { date: DAY, startTime: '15:30', endTime: '16:00' }
      await confirm(server(), token, day)
      await approve(server(), token, day)
      const readOnlyReason = '11/12/2026 is approved. You will not be able to make any changes for this day.'
      expect(await explain(token.paul, 'Late', { entityCacheKey: '1' })).toMatchObject({
        status: 409,
        message: readOnlyReason,
      })
      const { data } = await server().call('getHoursExplanation', {
        token: token.paul,
        body: { providerId: 1, schoolId: SCHOOL_IDS.lincoln, date: DAY },
      })
      expect(getHoursExplanation.data.parse(data)).toEqual({
        explanation: 'First',
        entityCacheKey: '1',
        readOnlyReason,
      })
    })
  })
})
