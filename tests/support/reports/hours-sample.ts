/** A provider's hours by school. */
import { hoursReport } from '#contract/reports/hours-report.ts'
import { providerSchools } from '#server/db/schema/providers.ts'
import { addSession, CASELOAD_IDS, confirmHours, type Hours, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

const { lincoln, maple } = SCHOOL_IDS

const studentOf = (providerId: number, schoolId: number) => {
  if (providerId === PEOPLE.SpecialProvider.providerId) return CASELOAD_IDS.dora
  return schoolId === lincoln ? CASELOAD_IDS.ana : CASELOAD_IDS.chi
}

/**
 * Paul's hours, up to Friday, November 12, 2027. Lincoln: 45 minutes confirmed, one day of zero hours, one not confirmed.
 * Maple: 2 hours and 20 minutes. What is planned for Saturday doesn't count, nor does Sofía's work.
 */
const add = async ({ database, server }: Started): Promise<void> => {
  await allowScreen(database, 'Providers', 'MyDocumentsHoursWorked')
  const { Providers: paul, SpecialProvider: sofia } = PEOPLE
  const add = async (
    { userId, providerId }: typeof paul | typeof sofia,
    hours: Hours & { date: string },
    done = true,
  ) => {
    const { date, schoolId = lincoln, startTime = '09:00', endTime = '09:45', isZeroHours = false } = hours
    server.now = new Date('2027-11-08T10:00:00Z')
    const token = await server.tokenOf(userId)
    await addSession(server, token, {
      date,
      schoolId,
      startTime,
      endTime,
      caseloadIds: [studentOf(providerId, schoolId)],
    })
    const times = { providerId, date, schoolId, startTime, endTime, isZeroHours }
    if (done) await confirmHours(server, token, times)
  }
  // Where he works, but has had no sessions.
  await database.db.insert(providerSchools).values({ providerId: paul.providerId, schoolId: SCHOOL_IDS.northgate })
  await add(paul, { date: '2027-11-08' })
  await add(paul, { date: '2027-11-09', isZeroHours: true })
  await add(paul, { date: '2027-11-10' }, false)
  await add(paul, { date: '2027-11-09', schoolId: maple, startTime: '10:00', endTime: '12:20' })
  await add(paul, { date: '2027-11-13' }, false)
  await add(sofia, { date: '2027-11-08' })
  server.now = new Date('2027-11-12T20:00:00Z')
}

const ofLincoln = { schoolId: lincoln, schoolName: 'Lincoln', dateRange: '11/08/2027 - 11/10/2027', hours: 0.75 }
const ofMaple = { schoolId: maple, schoolName: 'Maple', dateRange: '11/09/2027 - 11/09/2027', hours: 140 / 60 }

export const hoursSample = sampleOf(hoursReport, {
  add,
  role: 'Providers',
  given: { from: '2027-11-01', to: '2027-11-30' },
  rows: [ofLincoln, ofMaple],
  narrowed: {
    'one school': { values: { schoolId: maple }, rows: [ofMaple], words: ['School: Maple'] },
    'up to a day': {
      values: { to: '2027-11-08' },
      rows: [{ ...ofLincoln, dateRange: '11/08/2027 - 11/08/2027' }],
      words: ['From Date: 11/01/2027', 'To Date: 11/08/2027'],
    },
    'a school without sessions': { values: { schoolId: SCHOOL_IDS.northgate }, rows: [], words: ['School: Northgate'] },
  },
  details: { first: ['Lincoln', '11/09/2027', '9:00 AM - 9:45 AM', 'Zero Hours', 'Not Confirmed', '0:45'] },
  refused: {
    'To Date can not be less than From Date': {
      body: { fromDateTime: '2027-11-11', toDateTime: '2027-11-09' },
      path: 'toDateTime',
    },
  },
})
