import { type Started, sampleOf } from '#tests/support/reports/report-sample.ts'
import { addSession, CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { hoursReport } from './hours-report.ts'

/** Paul has two sessions at Lincoln, of 45 and 30 minutes; Sofía has one, a week later. */
const add = async ({ server }: Started): Promise<void> => {
  server.now = new Date('2027-11-08T10:00:00Z')
  const paul = await server.tokenOf(PEOPLE.Providers.userId)
  const sofia = await server.tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server, paul, { date: '2027-11-09' })
  await addSession(server, paul, { date: '2027-11-10', endTime: '09:30' })
  await addSession(server, sofia, { date: '2027-11-16', caseloadIds: [CASELOAD_IDS.dora] })
}

const paul = { providerId: 1, providerName: 'Paul Provider', sessions: 2, hours: 1.25 }
const sofia = { providerId: 2, providerName: 'Sofía Special', sessions: 1, hours: 0.75 }

export const hoursSample = sampleOf(hoursReport, {
  add,
  role: 'Administrators',
  given: { schoolId: 1, from: '2027-11-01', to: '2027-11-30' },
  rows: [paul, sofia],
  narrowed: {
    'up to a day': {
      values: { to: '2027-11-10' },
      rows: [paul],
      words: ['School: Lincoln', 'From Date: 11/01/2027', 'To Date: 11/10/2027'],
    },
    'without a column': { values: { viewId: 1 }, rows: [paul, sofia], words: ['View: Hours only'] },
    'another school': { values: { schoolId: 2 }, rows: [], words: ['School: Maple'] },
  },
  details: { first: ['Paul Provider', '11/09/2027', '1.25'], all: ['Sofía Special', '11/16/2027', '2.00'] },
  refused: {
    'School Is Required': { body: { schoolId: 0 }, path: 'schoolId' },
    "End Date can't be less than Start Date": {
      body: { schoolId: 1, fromDateTime: '2027-11-11', toDateTime: '2027-11-09' },
      path: 'toDateTime',
    },
  },
})
