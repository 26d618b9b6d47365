/** The attendance report: a school week with some hours confirmed. */
import { attendanceReport } from '#contract/reports/attendance.ts'
import { addSession, confirmHours } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

/** Monday, November 8, 2027, 5 AM in New York: the whole school week is still to come. */
export const BEFORE = new Date('2027-11-08T10:00:00Z')
/** Friday of that week, 3 PM. */
const NOW = new Date('2027-11-12T20:00:00Z')
const DAYS = ['2027-11-08', '2027-11-09', '2027-11-10', '2027-11-11', '2027-11-12']

/**
 * Paul's week at Lincoln: two sessions a day; Monday's are confirmed, Tuesday's are confirmed with zero hours, and the
 * others are not confirmed. Sofía has one on Wednesday.
 */
const add = async ({ server }: Started): Promise<void> => {
  server.now = BEFORE
  const paul = await server.tokenOf(PEOPLE.Providers.userId)
  const sofia = await server.tokenOf(PEOPLE.SpecialProvider.userId)
  for (const date of DAYS) {
    await addSession(server, paul, { date })
    await addSession(server, paul, { date, startTime: '10:00', endTime: '10:45', eventName: 'Reading circle' })
  }
  await addSession(server, sofia, { date: '2027-11-10', caseloadIds: [4] })
  server.now = NOW
  const later = await server.tokenOf(PEOPLE.Providers.userId)
  await confirmHours(server, later, { date: '2027-11-08' })
  await confirmHours(server, later, { date: '2027-11-09', isZeroHours: true })
}

const dayOf = (date: string, absentRecords: number) => ({
  providerId: 1,
  providerName: 'Paul Provider',
  date,
  totalCount: 2,
  absentRecords,
})
const days = {
  friday: dayOf('2027-11-12', 0),
  thursday: dayOf('2027-11-11', 2),
  wednesday: dayOf('2027-11-10', 2),
  sofias: { ...dayOf('2027-11-10', 1), providerId: 2, providerName: 'Sofía Special', totalCount: 1 },
  tuesday: dayOf('2027-11-09', 2),
  monday: dayOf('2027-11-08', 0),
}

export const attendanceSample = sampleOf(attendanceReport, {
  add,
  role: 'Administrators',
  rows: [days.friday, days.thursday, days.wednesday, days.sofias, days.tuesday, days.monday],
  orderedBy: { absent: ({ absentRecords, totalCount }) => absentRecords * 100 + totalCount },
  narrowed: {
    'one provider': { values: { providerId: 2 }, rows: [days.sofias], words: ['Provider: Sofía Special'] },
    'a range of dates': {
      values: { from: '2027-11-09', to: '2027-11-10' },
      rows: [days.wednesday, days.sofias, days.tuesday],
      words: ['Provider: All', 'Start Date: 11/09/2027', 'End Date: 11/10/2027'],
    },
    'a keyword': {
      values: { keywords: 'reading' },
      rows: [days.friday, days.thursday, days.wednesday, days.tuesday, days.monday],
      words: ['Search: reading'],
    },
    'no matching rows': { values: { keywords: 'nobody' }, rows: [], words: ['Search: nobody'] },
  },
  refused: {
    "End Date can't be less than Start Date": {
      body: { fromDate: '2027-11-11', toDate: '2027-11-09' },
      path: 'toDate',
    },
  },
})
