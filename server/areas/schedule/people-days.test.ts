import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  afterwards,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  SCHOOL_IDS,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const SPAN = { fromDateTime: '2026-11-15', toDateTime: '2026-11-21' }

describe('everyone’s days', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  /** Today, Paul is at Lincoln and then at Maple. */
  beforeEach(async () => {
    await addSession(server(), token.paul)
    await addSession(server(), token.paul, { startTime: '10:00', endTime: '10:30' })
    await addSession(server(), token.paul, {
      schoolId: SCHOOL_IDS.maple,
      caseloadIds: [CASELOAD_IDS.chi],
      startTime: '13:00',
      endTime: '13:30',
    })
  })

  const read = async (by = token.ada, body = SPAN) => server().call('getPeopleDays', { token: by, body })
  const paulsDays = async () => {
    const { data } = await read()
    return (data as { providerId: number; days: unknown[] }[]).find(({ providerId }) => providerId === 1)?.days
  }

  test('have the hours of each school, those not confirmed, and the approval', async () => {
    const day = {
      date: TODAY,
      occurrenceId: expect.any(Number),
      sessionsCount: 3,
      lastEnd: '13:30',
      hours: 120,
      rowsCount: 2,
      openCount: 2,
      oddCount: 0,
      changesCount: 0,
      entityCacheKey: expect.stringMatching(/^[\w-]{20}$/),
      reason: null,
      isApproved: 0,
      approvedStatus: 'Pending',
    }
    expect(await paulsDays()).toEqual([day])
    await confirmHours(server(), token.paul, { endTime: '10:30' })
    expect(await paulsDays()).toEqual([{ ...day, openCount: 1 }])
    await confirmHours(server(), token.paul, {
      schoolId: SCHOOL_IDS.maple,
      startTime: '13:00',
      endTime: '13:30',
      isZeroHours: true,
    })
    expect(await paulsDays()).toEqual([{ ...day, openCount: 0, hours: 90 }])
    const [id] = await occurrenceIdsOn(server(), token.ada, TODAY)
    await afterwards(server(), token.ada, { date: TODAY, time: '13:30' }, (by) =>
      server().call('approveScheduleEvents', {
        token: by,
        body: { scheduleEventRecurrence: [{ id, recurrenceDate: TODAY }] },
      }),
    )
    expect(await paulsDays()).toEqual([{ ...day, openCount: 0, hours: 90, isApproved: 1, approvedStatus: 'Approved' }])
  })

  test('list every active provider by name, and those who left with their sessions', async () => {
    const names = async () =>
      ((await read()).data as { providerName: string; days: unknown[] }[]).map(
        ({ providerName, days }) => `${providerName}: ${days.length}`,
      )
    expect(await names()).toEqual(['Paul Provider: 1', 'Sofía Special: 0'])
    await database().pool.query(
      `insert into provider_statuses (id, title) values (3, 'Terminated') on conflict do nothing`,
    )
    await database().pool.query('update providers set status_id = 3')
    expect(await names()).toEqual(['Paul Provider: 1'])
  })

  test('are for administrators, two weeks at a time', async () => {
    expect((await read(token.paul)).status).toBe(403)
    expect(await read(token.ada, { fromDateTime: '2026-11-15', toDateTime: '2026-11-29' })).toMatchObject({
      status: 400,
      errors: [{ path: 'toDateTime', message: 'At most 14 days can be shown at once' }],
    })
    expect(await read(token.ada, { fromDateTime: '2026-11-15', toDateTime: '2026-11-14' })).toMatchObject({
      status: 400,
      errors: [{ path: 'toDateTime', message: 'End Date can not be less than Start Date' }],
    })
  })
})
