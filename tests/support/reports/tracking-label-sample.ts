/** The tracking label report: how often labels were used in sessions that were due. */
import { eq } from 'drizzle-orm'
import { trackingLabelReport } from '#contract/reports/tracking-label-report.ts'
import { occurrenceStudents, trackingLabels } from '#server/db/schema/schedule.ts'
import { setLabels } from '#tests/support/server/labels.ts'
import { addSession, CASELOAD_IDS, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

const label = ({ pool }: Started['database'], entry: number, names: string) =>
  pool.query(`update occurrence_students set ${setLabels(names)} where id = ${entry}`)

/**
 * At Lincoln, Paul sees Ana and Bo on November 9 and 10, and has an hour without students on the 11th; Sofía sees Dora on
 * the 10th. Paul's session of the 16th is still to come. TELE has been deleted.
 */
const add = async ({ database, server }: Started): Promise<void> => {
  await allowScreen(database, 'Administrators', 'TrackingLabelReport')
  const { db } = database
  await db
    .insert(trackingLabels)
    .values({ trackingLabel: 'TELE', description: 'By video', deletedAt: new Date('2027-11-01T10:00:00Z') })
  server.now = new Date('2027-11-08T10:00:00Z')
  const paul = await server.tokenOf(PEOPLE.Providers.userId)
  const sofia = await server.tokenOf(PEOPLE.SpecialProvider.userId)
  for (const date of ['2027-11-09', '2027-11-10', '2027-11-11']) await addSession(server, paul, { date })
  await addSession(server, sofia, { date: '2027-11-10', caseloadIds: [CASELOAD_IDS.dora] })
  await addSession(server, paul, { date: '2027-11-16' })
  await db.delete(occurrenceStudents).where(eq(occurrenceStudents.occurrenceId, 3))
  await database.pool.query(`update occurrences set ${setLabels('ABS')} where id = 3`)
  // On the 9th: Ana and Bo; on the 10th: Ana and, without a label, Bo; then Dora; then Ana's of the 16th.
  for (const [entry, names] of [
    [1, 'PRE'],
    [2, 'ABS'],
    [3, 'PRE'],
    [7, 'PRE,TELE'],
    [8, 'PRE'],
  ] as const) {
    await label(database, entry, names)
  }
  server.now = new Date('2027-11-12T20:00:00Z')
}

const many = { isDeleted: false, recurrenceId: 0, recurrenceStudentId: 0 }
const present = { id: 1, trackingLabels: 'PRE', description: 'Present, session held', ...many }
const absent = { id: 2, trackingLabels: 'ABS', description: 'Student absent', ...many }
const pre = { ...present, percentage: 50, dateRange: '11/09/2027 - 11/10/2027' }
const abs = { ...absent, percentage: 33.3, dateRange: '11/09/2027 - 11/11/2027' }
const tele = {
  id: 3,
  trackingLabels: 'TELE',
  isDeleted: true,
  percentage: 16.7,
  description: 'By video',
  dateRange: '11/10/2027 - 11/10/2027',
  recurrenceId: 4,
  recurrenceStudentId: 7,
}

export const trackingLabelSample = sampleOf(trackingLabelReport, {
  add,
  role: 'Administrators',
  given: { from: '2027-11-01', to: '2027-11-30' },
  rows: [pre, abs, tele],
  narrowed: {
    'two labels': { values: { labelIds: [2, 3] }, rows: [abs, tele], words: ['Tracking Labels: ABS, TELE'] },
    'a provider': {
      values: { providerId: 2 },
      rows: [
        { ...present, percentage: 100, dateRange: tele.dateRange, recurrenceId: 4, recurrenceStudentId: 7 },
        { ...tele, percentage: 100 },
      ],
      words: ['Provider: Sofía Special'],
    },
    'a student': {
      values: { studentId: 2 },
      rows: [
        { ...absent, percentage: 50, dateRange: '11/09/2027 - 11/09/2027', recurrenceId: 1, recurrenceStudentId: 2 },
      ],
      words: ['Student: Bo Li'],
    },
    'some days': {
      values: { from: '2027-11-11', to: '2027-11-20' },
      rows: [{ ...absent, percentage: 100, dateRange: '11/11/2027 - 11/11/2027', recurrenceId: 3 }],
      words: ['From Date: 11/11/2027', 'End Date: 11/20/2027'],
    },
    'another school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [], words: ['School: Maple'] },
    'dates in the wrong order': { values: { from: '2027-11-20', to: '2027-11-01' }, rows: [], words: ['School: All'] },
  },
  refused: { 'Choose at most 500.': { body: { trackinglabelids: '1,'.repeat(500) + 1 }, path: 'trackinglabelids' } },
  details: {
    first: [
      'PRE: 50.0% (3 of 6). Present, session held',
      'Ana Núñez',
      '11/09/2027',
      '9:00 AM - 9:45 AM',
      'Not Confirmed',
    ],
    all: [
      'ABS: 33.3% (2 of 6). Student absent',
      'No student',
      'Absent',
      'TELE: 16.7% (1 of 6). By video',
      'Dora Weiss',
    ],
  },
})
