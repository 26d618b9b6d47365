/** The note reports: every provider's notes for administrators, their own for providers. */
import { eq } from 'drizzle-orm'
import { noteReport, providerNoteReport } from '#contract/reports/note-reports.ts'
import { dayNotes } from '#server/db/schema/days-and-hours.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { addSession, CASELOAD_IDS, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

/**
 * Paul has notes on two days and, at Lincoln, two on Ana and one on an hour without students; at Maple one on Chi. Sofía
 * has one on a day and one on Dora. A note that was cleared is empty.
 */
const add = async ({ database, server }: Started): Promise<void> => {
  await allowScreen(database, 'Administrators', 'NoteReport')
  await allowScreen(database, 'Providers', 'ProfileInformationHistory')
  const { db } = database
  server.now = new Date('2027-11-08T10:00:00Z')
  const paul = await server.tokenOf(PEOPLE.Providers.userId)
  const sofia = await server.tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server, paul, { date: '2027-11-09' })
  await addSession(server, paul, { date: '2027-11-16' })
  await addSession(server, paul, { date: '2027-11-10', schoolId: SCHOOL_IDS.maple, caseloadIds: [CASELOAD_IDS.chi] })
  await addSession(server, sofia, { date: '2027-11-10', caseloadIds: [CASELOAD_IDS.dora] })
  await addSession(server, paul, { date: '2027-11-11', eventName: 'Class visit' })
  await db.delete(occurrenceStudents).where(eq(occurrenceStudents.occurrenceId, 5))
  await db.update(occurrences).set({ trackingFeedback: 'Met the new teacher' }).where(eq(occurrences.id, 5))
  const onEntries = [
    [1, 'Cut a circle'],
    [3, 'Cut a square,\nslowly'],
    [5, 'New pencil grip'],
    [6, 'Tired today'],
  ] as const
  for (const [entry, trackingFeedback] of onEntries) {
    await db.update(occurrenceStudents).set({ trackingFeedback }).where(eq(occurrenceStudents.id, entry))
  }
  const updatedById = PEOPLE.Providers.userId
  await db.insert(dayNotes).values([
    { providerId: 1, date: '2027-11-08', dayNote: '', updatedById },
    { providerId: 1, date: '2027-11-09', dayNote: 'Fire drill at ten', updatedById },
    { providerId: 1, date: '2027-11-12', dayNote: 'Left early', updatedById },
    { providerId: 2, date: '2027-11-10', dayNote: 'Room 4 was taken', updatedById },
  ])
  server.now = new Date('2027-11-12T20:00:00Z')
}

const given = { from: '2027-11-01', to: '2027-11-30' }
const paul = { noteTypeId: 0 as const, providerId: 1, providerName: 'Paul Provider' }
const sofia = { noteTypeId: 0 as const, providerId: 2, providerName: 'Sofía Special' }
const onDay = { noteType: 'Day Note' as const, schoolId: null, schoolName: '', studentId: null, studentName: '' }
const onStudent = { noteType: 'Student Note' as const, schoolId: SCHOOL_IDS.lincoln, schoolName: 'Lincoln' }
const days = { ...paul, ...onDay, dateRange: '11/09/2027 - 11/12/2027', count: 2 }
const ana = {
  ...{ ...paul, ...onStudent, studentId: 1, studentName: 'Ana Núñez' },
  ...{ dateRange: '11/09/2027 - 11/16/2027', count: 2 },
}
const visit = {
  ...{ ...paul, ...onStudent, studentId: null, studentName: 'No student' },
  ...{ dateRange: '11/11/2027 - 11/11/2027', count: 1 },
}
const onTenth = { dateRange: '11/10/2027 - 11/10/2027', count: 1 }
const atMaple = { ...onStudent, schoolId: SCHOOL_IDS.maple, schoolName: 'Maple' }
const chi = { ...paul, ...atMaple, studentId: 3, studentName: 'Chi Okafor', ...onTenth }
const sofiasDay = { ...sofia, ...onDay, ...onTenth }
const dora = { ...sofia, ...onStudent, studentId: 4, studentName: 'Dora Weiss', ...onTenth }

type Row = Parameters<typeof noteReport.keyOf>[0]

/** Rows of a report of one note type. */
const ofType = (noteTypeId: 1 | 2, ...rows: readonly Row[]) => rows.map((row) => ({ ...row, noteTypeId }))

const refused = {
  "End Date can't be less than Start Date": {
    body: { fromDateTime: '2027-11-11', toDateTime: '2027-11-09' },
    path: 'toDateTime',
  },
}
/** Notes without a student come last. */
const orderedBy = {
  student: ({ studentId, studentName }: { studentId: number | null; studentName: string }) =>
    studentId === null ? 'zzz' : studentName,
}

export const noteSample = sampleOf(noteReport, {
  add,
  role: 'Administrators',
  given,
  rows: [days, ana, visit, chi, sofiasDay, dora],
  orderedBy,
  narrowed: {
    'notes on days': {
      values: { noteTypeId: 1 },
      rows: ofType(1, days, sofiasDay),
      words: ['Day Note Report', 'Note Type: Day Note'],
    },
    'notes on students': {
      values: { noteTypeId: 2 },
      rows: ofType(2, ana, visit, chi, dora),
      words: ['Student Note Report', 'School: All'],
    },
    'a provider': { values: { providerId: 2 }, rows: [sofiasDay, dora], words: ['Provider: Sofía Special'] },
    'a school, to which notes on days do not belong': {
      values: { schoolId: SCHOOL_IDS.lincoln },
      rows: [ana, visit, dora],
      words: ['School: Lincoln'],
    },
    'a student': { values: { studentId: 1 }, rows: [ana], words: ['Student: Ana Núñez'] },
    'some days': {
      values: { from: '2027-11-11', to: '2027-11-12' },
      rows: [{ ...days, dateRange: '11/12/2027 - 11/12/2027', count: 1 }, visit],
      words: ['From Date: 11/11/2027', 'End Date: 11/12/2027'],
    },
    'no notes': { values: { to: '2027-11-02' }, rows: [], words: ['Note Type: All'] },
  },
  refused,
  details: {
    first: ['Day Note Report', 'Paul Provider, Day notes', '11/09/2027', 'Fire drill at ten', 'Left early'],
    all: ['Paul Provider, No student, Lincoln', 'Class visit', 'Met the new teacher', 'Room 4 was taken'],
  },
})

export const providerNoteSample = sampleOf(providerNoteReport, {
  add,
  role: 'Providers',
  given,
  rows: [visit, chi, ana, days],
  orderedBy,
  narrowed: {
    'notes on days, whatever the school': {
      values: { noteTypeId: 1, schoolId: SCHOOL_IDS.maple },
      rows: ofType(1, days),
      words: ['Day Note Report'],
    },
    'notes on students': {
      values: { noteTypeId: 2 },
      rows: ofType(2, visit, chi, ana),
      words: ['Student Note Report', 'Student: All'],
    },
  },
  refused,
  details: {
    first: ['Student Note Report', 'Paul Provider, No student, Lincoln', 'Class visit', 'Met the new teacher'],
    all: ['Chi Okafor', 'New pencil grip', 'Cut a square,', 'slowly', 'Left early'],
  },
})
