/** The hours that are proposed for a provider's sessions at several schools on a day. */
import { beforeEach, describe, expect, test } from 'vitest'
import { grouped } from '#domain/grouped.ts'
import { minutesOf } from '#domain/time.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { makeWork, type RandomWork, storeWork, weekdays } from '#tests/support/server/random-billing.ts'
import {
  addDistrict,
  addSession,
  CASELOAD_IDS,
  SCHOOL_IDS,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'
import { readScheduledRows, rowKey } from './timesheet-rows.ts'

const database = useDatabase()

describe('a day at two schools', () => {
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const at = (school: 'lincoln' | 'maple', startTime: string, endTime: string, isTimesheetReq = true) =>
    addSession(server(), token.paul, {
      ...{ startTime, endTime, isTimesheetReq, schoolId: SCHOOL_IDS[school] },
      caseloadIds: [school === 'lincoln' ? CASELOAD_IDS.ana : CASELOAD_IDS.chi],
    })
  const proposals = async () =>
    (await readScheduledRows(database().db, { from: TODAY, to: TODAY })).map(
      ({ schoolName, startTime, endTime }) => `${schoolName} ${startTime}-${endTime}`,
    )

  beforeEach(async () => {
    await at('lincoln', '08:15', '10:00')
  })

  test.each<[string, [Parameters<typeof at>[0], string, string, boolean?][], string[]]>([
    [
      'one after the other: from the first start to the last end',
      [
        ['lincoln', '11:00', '12:00'],
        ['maple', '12:45', '13:30'],
        ['maple', '14:30', '15:00'],
      ],
      ['Lincoln 08:15-12:00', 'Maple 12:45-15:00'],
    ],
    [
      'in turns: the hours at the first school end before the next begins',
      [
        ['lincoln', '11:00', '12:00'],
        ['lincoln', '13:30', '14:00'],
        ['maple', '12:45', '13:30'],
        ['maple', '14:30', '15:00'],
      ],
      ['Lincoln 08:15-12:00', 'Maple 12:45-15:00'],
    ],
    [
      'while a session goes on: the hours are cut off where the other begins',
      [
        ['lincoln', '12:30', '14:00'],
        ['maple', '12:45', '15:00'],
      ],
      ['Lincoln 08:15-12:45', 'Maple 12:45-15:00'],
    ],
    [
      'between the sessions at the first: the hours there end before it',
      [
        ['lincoln', '11:00', '12:00'],
        ['maple', '10:15', '10:45'],
      ],
      ['Lincoln 08:15-10:00', 'Maple 10:15-10:45'],
    ],
    [
      'at the same time: nothing is proposed for the one that ends first',
      [['maple', '08:15', '09:00']],
      ['Lincoln 08:15-10:00', 'Maple 08:15-08:15'],
    ],
    [
      'where no hours are required: it takes no turn',
      [['maple', '09:00', '09:30', false]],
      ['Lincoln 08:15-10:00', 'Maple 09:00-09:30'],
    ],
  ])('%s', async (_, sessions, proposed) => {
    for (const session of sessions) await at(...session)
    expect(await proposals()).toEqual(proposed)
  })
})

/** The same rule, computed a second time from the sessions. */
const proposedFor = ({ sessions }: RandomWork): Map<string, string> => {
  const due = sessions.filter(({ isRequired, isDeleted }) => isRequired && !isDeleted)
  const proposed = new Map<string, string>()
  for (const ofDay of grouped(due, ({ providerId, date }) => `${providerId}/${date}`).values()) {
    const turns = [...grouped(ofDay, ({ schoolId }) => schoolId).values()]
      .map((own) => ({
        own,
        start: Math.min(...own.map(({ start }) => start)),
        end: Math.max(...own.map(({ end }) => end)),
        schoolId: own[0].schoolId,
      }))
      .sort((one, other) => one.start - other.start || one.end - other.end || one.schoolId - other.schoolId)
    for (const [index, { own, start, end }] of turns.entries()) {
      const next = turns[index + 1]?.start ?? end
      const until = own.filter((session) => session.start < next).map((session) => Math.min(session.end, next))
      proposed.set(rowKey(own[0]), `${start}-${next < end ? Math.max(start, ...until) : end}`)
    }
  }
  return proposed
}

test.each(Array.from({ length: tries(1).numRuns }, (_, index) => index + 1))(
  'random days at several schools get no hours that overlap, also when one school is read (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    await truncateAll(database())
    await addDistrict(database())
    await database().db.insert(rateTypes).values({ id: 3, name: 'Daily' })
    const schoolIds = Array.from({ length: 12 }, (_, index) => index + 1)
    const providerIds = [1, 2, 3]
    const dates = weekdays('2026-01-01', '2026-03-31')
    const work = makeWork(seed, { schoolIds, providerIds, dates })
    await storeWork(database(), work, { schoolIds, providerIds })
    const period = { from: '2026-01-01', to: '2026-03-31' }
    const said = (rows: Awaited<ReturnType<typeof readScheduledRows>>) =>
      new Map(
        rows
          .filter(({ isRequired }) => isRequired)
          .map((row) => [rowKey(row), `${minutesOf(row.proposed.startTime)}-${minutesOf(row.proposed.endTime)}`]),
      )
    const rows = await readScheduledRows(database().db, period)
    expect(said(rows)).toEqual(proposedFor(work))
    for (const schoolId of schoolIds) {
      const own = rows.filter((row) => row.schoolId === schoolId)
      expect(said(await readScheduledRows(database().db, { ...period, schoolId }))).toEqual(said(own))
    }
    const ofDays = grouped(
      rows.filter(({ isRequired }) => isRequired),
      ({ providerId, date }) => `${providerId}/${date}`,
    )
    let cut = 0
    for (const ofDay of ofDays.values()) {
      for (const [index, { proposed, sessions }] of ofDay.entries()) {
        if (proposed.endTime !== sessions.endTime) cut += 1
        for (const { proposed: other } of ofDay.slice(index + 1)) {
          expect(proposed.startTime < other.endTime && other.startTime < proposed.endTime).toBe(false)
        }
      }
    }
    // The comparison would prove little if few were cut off.
    expect(cut).toBeGreaterThan(20)
  },
)
