/** The school report: what was scheduled at a school, after Submit, with students narrowed by school and provider. */
import { eq } from 'drizzle-orm'
import { schoolReport } from '#contract/reports/school-report.ts'
import { occurrenceStudents } from '#server/db/schema/schedule.ts'
import {
  addSession,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  SCHOOL_IDS,
  SERVICE_IDS,
} from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

/**
 * At Lincoln, Paul sees Ana and Bo on November 9 and 16, and has an hour without students on the 11th; Sofía sees Dora on
 * the 10th, for another service. At Maple, Paul sees Chi. The hours of the 9th and the 11th are confirmed; it is the 12th.
 */
const add = async ({ database, server }: Started): Promise<void> => {
  await allowScreen(database, 'Administrators', 'SchoolReport')
  server.now = new Date('2027-11-08T10:00:00Z')
  const paul = await server.tokenOf(PEOPLE.Providers.userId)
  const sofia = await server.tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server, paul, {
    date: '2027-11-09',
    endDate: '2027-11-16',
    rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
  })
  await addSession(server, paul, { date: '2027-11-11' })
  // Other programs store sessions that nobody takes part in.
  const [alone] = await occurrenceIdsOn(server, paul, '2027-11-11')
  await database.db.delete(occurrenceStudents).where(eq(occurrenceStudents.occurrenceId, alone ?? 0))
  await addSession(server, sofia, {
    date: '2027-11-10',
    serviceId: SERVICE_IDS.pt,
    caseloadIds: [CASELOAD_IDS.dora],
  })
  await addSession(server, paul, {
    date: '2027-11-10',
    schoolId: SCHOOL_IDS.maple,
    caseloadIds: [CASELOAD_IDS.chi],
  })
  server.now = new Date('2027-11-12T20:00:00Z')
  for (const date of ['2027-11-09', '2027-11-11']) {
    await confirmHours(server, await server.tokenOf(PEOPLE.Providers.userId), { date })
  }
}

const NOVEMBER = { from: '2027-11-01', to: '2027-11-30' }

const lincoln = { schoolId: SCHOOL_IDS.lincoln, schoolName: 'Lincoln' }
const paul = { providerId: 1, providerName: 'Paul Provider', serviceId: SERVICE_IDS.ot, serviceCode: 'OT' }
const sofia = { providerId: 2, providerName: 'Sofía Special', serviceId: SERVICE_IDS.pt, serviceCode: 'PT' }
const both = '11/09/2027 - 11/16/2027'
const ana = { id: 1, ...lincoln, ...paul, studentId: 1, studentName: 'Ana Núñez', dateRange: both }
const bo = { id: 1, ...lincoln, ...paul, studentId: 2, studentName: 'Bo Li', dateRange: both }
const dora = {
  id: 3,
  ...lincoln,
  ...sofia,
  studentId: 4,
  studentName: 'Dora Weiss',
  dateRange: '11/10/2027 - 11/10/2027',
}
const nobody = {
  id: 2,
  ...lincoln,
  ...paul,
  studentId: null,
  studentName: '',
  dateRange: '11/11/2027 - 11/11/2027',
}
const chi = {
  id: 4,
  schoolId: SCHOOL_IDS.maple,
  schoolName: 'Maple',
  ...paul,
  studentId: 3,
  studentName: 'Chi Okafor',
  dateRange: '11/10/2027 - 11/10/2027',
}

export const schoolSample = sampleOf(schoolReport, {
  add,
  role: 'Administrators',
  given: { schoolId: SCHOOL_IDS.lincoln, ...NOVEMBER },
  rows: [ana, bo, dora, nobody],
  orderedBy: {
    // Sessions without students come last.
    student: ({ studentName }) => studentName || 'zzz',
  },
  narrowed: {
    'another school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [chi], words: ['School: Maple'] },
    'a provider': { values: { providerId: 2 }, rows: [dora], words: ['Provider: Sofía Special'] },
    'a service': { values: { serviceId: SERVICE_IDS.pt }, rows: [dora], words: ['Service Code: PT'] },
    'a student': { values: { studentId: 2 }, rows: [bo], words: ['Student: Bo Li'] },
    'some days': {
      values: { from: '2027-11-11', to: '2027-11-15' },
      rows: [nobody],
      words: ['From Date: 11/11/2027', 'End Date: 11/15/2027'],
    },
    'no sessions': { values: { to: '2027-11-02' }, rows: [], words: ['Student: All'] },
  },
  refused: {
    'School Is Required': { body: { ...NOVEMBER }, path: 'schoolId' },
    "End Date can't be less than Start Date": {
      body: { schoolId: 1, fromDateTime: '2027-11-11', toDateTime: '2027-11-09' },
      path: 'toDateTime',
    },
  },
  details: {
    first: ['Ana Núñez', '11/09/2027', '9:00 AM - 9:45 AM', 'Present', 'Scheduled', '90', '45'],
    all: ['Bo Li', 'Dora Weiss', 'No student', 'Not Confirmed', '270', '135'],
  },
})
