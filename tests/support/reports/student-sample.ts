/** A student's sessions with a provider. */
import { studentReport } from '#contract/reports/student-report.ts'
import { setLabels } from '#tests/support/server/labels.ts'
import { addSession, CASELOAD_IDS, confirmHours, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

const { ana, bo, dora } = CASELOAD_IDS
const { lincoln } = SCHOOL_IDS

/**
 * Paul has Ana in three sessions: Monday's was held; on Tuesday she was absent; Thursday's is still to come. Another of
 * his is with Bo alone. On Wednesday she was in one of Sofía's.
 */
const add = async ({ database, server }: Started): Promise<void> => {
  await allowScreen(database, 'Providers', 'ProfileInformationHistory')
  server.now = new Date('2027-11-08T10:00:00Z')
  const paul = await server.tokenOf(PEOPLE.Providers.userId)
  const sofia = await server.tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server, paul, { date: '2027-11-08', caseloadIds: [ana, bo] })
  await addSession(server, paul, { date: '2027-11-09', caseloadIds: [ana], eventName: 'Reading circle' })
  await addSession(server, paul, { date: '2027-11-09', startTime: '10:00', endTime: '10:30', caseloadIds: [bo] })
  await addSession(server, paul, { date: '2027-11-11', caseloadIds: [ana], endTime: '09:30' })
  await addSession(server, sofia, { date: '2027-11-10', caseloadIds: [dora] })
  await database.pool.query(
    `update occurrence_students set ${setLabels('ABS')} where student_id = $1 and occurrence_id = 2`,
    [ana],
  )
  await database.pool.query(
    `insert into occurrence_students (occurrence_id, student_id, caseload_frequency_id)
     select id, $1, $1 from occurrences where date = '2027-11-10'`,
    [ana],
  )
  await confirmHours(server, paul, { date: '2027-11-08' })
  await confirmHours(server, paul, { date: '2027-11-09' })
  server.now = new Date('2027-11-10T20:00:00Z')
}

const session = (id: number, date: string, eventName = 'Fine motor group') => ({
  ...{ id, schoolId: lincoln, schoolName: 'Lincoln', studentId: ana, studentName: 'Ana Núñez', eventName, date },
})
const monday = session(1, '2027-11-08')
const tuesday = session(2, '2027-11-09', 'Reading circle')
const thursday = session(4, '2027-11-11')

export const studentSample = sampleOf(studentReport, {
  add,
  role: 'Providers',
  given: { schoolId: lincoln, studentId: ana, from: '2027-11-01', to: '2027-11-30' },
  rows: [thursday, tuesday, monday],
  narrowed: {
    'up to a day': {
      values: { to: '2027-11-09' },
      rows: [tuesday, monday],
      words: ['School: Lincoln', 'Student: Ana Núñez', 'From Date: 11/01/2027', 'To Date: 11/09/2027'],
    },
    'another school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [], words: ['School: Maple'] },
  },
  details: {
    first: ['11/09/2027', 'Reading circle', 'Absent', 'ABS', 'Present', 'Scheduled', '120', 'Minutes by status'],
    all: ['45', 'Fine motor group'],
  },
  refused: {
    'School Is Required': { body: { studentId: ana }, path: 'schoolId' },
    'Student Name Is Required.': { body: { schoolId: lincoln }, path: 'studentId' },
    'To Date can not be less than From Date': {
      body: { schoolId: lincoln, studentId: ana, fromDateTime: '2027-11-11', toDateTime: '2027-11-09' },
      path: 'toDateTime',
    },
  },
})
