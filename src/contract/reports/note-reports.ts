/**
 * The notes on days and on students' sessions, counted by provider, school and student (spec 3, sections 2 and 7): for
 * administrators those of every provider, for providers their own.
 */
import { z } from 'zod'
import { reportMessages } from '#domain/reports.ts'
import { id } from '../endpoint.ts'
import { choiceFilter, filtersOf } from '../filters.ts'
import { defineReport } from './define-report.ts'
import { providerColumn, studentColumn } from './report-columns.ts'
import { providerFilter, reportDateNames, reportDates, schoolFilter, studentFilter } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

/** The spec's ids; 0 is All (spec 3, section 9). */
const DAY_NOTE = 1
const STUDENT_NOTE = 2
const NOTE_TYPES = [
  { id: DAY_NOTE, name: 'Day Note' },
  { id: STUDENT_NOTE, name: 'Student Note' },
] as const

const rowSchema = z.object({
  /** The note type that was asked for, which says in which of the reply's lists the row is: 0, 1 or 2. */
  noteTypeId: z.literal([0, DAY_NOTE, STUDENT_NOTE]),
  noteType: z.enum(['Day Note', 'Student Note']),
  providerId: id,
  providerName: z.string(),
  /** Null for notes on days. */
  schoolId: id.nullable(),
  schoolName: z.string(),
  /** Null for notes on days, and on sessions without students. */
  studentId: id.nullable(),
  studentName: z.string(),
  /** From the first note to the last. */
  dateRange: z.string(),
  count: z.int().nonnegative(),
})
type Row = z.output<typeof rowSchema>

/** What both reports have. */
export interface NoteFilters {
  readonly noteTypeId: number | undefined
}

const isAll = ({ noteTypeId }: NoteFilters) => noteTypeId === undefined

export const isDayNotes = ({ noteTypeId }: NoteFilters): boolean => noteTypeId === DAY_NOTE

/** Notes on days have no school and student. */
const unlessDayNotes = <Filter>(filter: Filter) => ({
  ...filter,
  isShown: (values: NoteFilters) => !isDayNotes(values),
})

const noteFilters = [
  choiceFilter('noteTypeId', 'Note Type', NOTE_TYPES),
  unlessDayNotes(schoolFilter),
  unlessDayNotes(studentFilter),
  reportDates(),
] as const

/** 'Day Note Report' */
const titleOf = (all: string) => (values: NoteFilters) => {
  const type = NOTE_TYPES.find((one) => one.id === values.noteTypeId)
  return type ? `${type.name} Report` : all
}

const columns = {
  school: {
    kind: 'text',
    title: 'School Name',
    value: ({ schoolName }: Row) => schoolName,
    share: 2,
    isShown: (values: NoteFilters) => !isDayNotes(values),
  },
  student: { ...studentColumn, isShown: (values: NoteFilters) => !isDayNotes(values) },
  type: { kind: 'text', title: 'Note Type', value: ({ noteType }: Row) => noteType, isShown: isAll },
  dates: { kind: 'text', title: 'Date Range', value: ({ dateRange }: Row) => dateRange, share: 2 },
  count: {
    kind: 'number',
    title: 'Note Count',
    value: ({ count }: Row) => count,
    total: ({ count }: { readonly count: number }) => count,
  },
} as const

const parts = {
  hasSubmit: true,
  dates: 'lastMonth',
  row: rowSchema,
  keyOf: ({ noteType, providerId, schoolId, studentId }: Row) => [noteType, providerId, schoolId, studentId].join(' '),
  totals: ['count'],
  emptyText: reportMessages.empty,
  downloads: { pdf: 'NoteReport.pdf', xlsx: 'NoteReport.xlsx', docx: 'NoteReport.docx', csv: 'NoteReport.csv' },
} as const

/** @param who the beginning of the lists' names: 'adminNotesListing', 'adminDayNotesListing', … */
const listing = (who: 'admin' | 'provider', summary: string) => {
  const names = [`${who}NotesListing`, `${who}DayNotesListing`, `${who}StudentNotesListing`]
  return {
    path: `/api/report/${who}-notes-listing`,
    rows: { names, of: ({ noteTypeId }: Row) => names[noteTypeId] ?? '' },
    summary,
    names: reportDateNames,
  } as const
}

const view = {
  /** Only the notes on sessions without students. */
  more: { isWithoutStudent: z.boolean().default(false) },
  ofRow: ({ noteType, providerId, schoolId, studentId }: Row) => ({
    values: {
      noteTypeId: noteType === 'Day Note' ? DAY_NOTE : STUDENT_NOTE,
      providerId,
      schoolId: schoolId ?? undefined,
      studentId: studentId ?? undefined,
    },
    more: { isWithoutStudent: noteType === 'Student Note' && studentId === null },
  }),
  rowName: ({ noteType, providerName, schoolName, studentName }: Row) =>
    [noteType, providerName, schoolName, studentName].filter(Boolean).join(', '),
  allLabel: 'View Report',
  files: { pdf: 'Report.pdf' },
} as const

const [noteType, school, student, dates] = noteFilters

export const noteReport = defineReport({
  name: 'note',
  ...reportPlaces.note,
  ...parts,
  titleOf: titleOf(reportPlaces.note.title),
  filters: filtersOf(noteType, providerFilter, school, student, dates),
  listing: listing('admin', 'The notes on days and students of every provider'),
  order: 'provider',
  columns: {
    provider: { ...providerColumn('providerId'), share: 2 },
    ...columns,
    school: {
      ...columns.school,
      href: ({ schoolId }) => (schoolId === null ? undefined : `/updateSchool/${schoolId}`),
      screenKey: 'SchoolAccount',
    },
    student: { ...columns.student, screenKey: 'Caseloads' },
  },
  view: { name: 'admin-notes-detail', ...view },
})

export const providerNoteReport = defineReport({
  name: 'providerNote',
  ...reportPlaces.providerNote,
  ...parts,
  titleOf: titleOf(reportPlaces.providerNote.title),
  filters: filtersOf(noteType, school, student, dates),
  listing: listing('provider', "The notes on the provider's own days and students"),
  order: '-dates',
  columns: {
    ...columns,
    student: { ...columns.student, screenKey: 'ProviderCaseload' },
    count: { ...columns.count, isShown: (values) => !isAll(values) },
  },
  view: { name: 'provider-notes-detail', ...view },
})

export const endpoints = { ...noteReport.endpoints, ...providerNoteReport.endpoints }
