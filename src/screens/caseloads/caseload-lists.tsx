import { callOf, fileCallOf } from '#contract/call.ts'
import {
  type Caseload,
  type CaseloadFrequency,
  changeCaseloadStatus,
  deactivateCaseload,
  deleteCaseload,
  downloadCaseloads,
  getCaseload,
  getCaseloadImportProblems,
  getCaseloadImportSample,
  getCaseloads,
  importCaseloads,
} from '#contract/caseloads.ts'
import { sortFilter, textFilter } from '#contract/filters.ts'
import { caseloadMessages } from '#domain/caseload-form.ts'
import { counted } from '#domain/words.ts'
import { comingOfStudent } from '#screens/coming-sessions/coming-question.tsx'
import { type Answered, callWith, departureQuestion } from '#screens/coming-sessions/departure-question.tsx'
import { defineDetailsTable } from '#screens/details/define-details.tsx'
import { defineList, type ListColumn } from '#screens/list/list-definition.ts'
import { ListDownload } from '#screens/list/list-download.tsx'
import { listFiltersOf } from '#screens/list/list-filter.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { useSession } from '#screens/provided.tsx'
import { StudentLink } from '#screens/students/student-link.tsx'
import { type Column, numberColumn } from '#ui/data-table/data-table.tsx'
import { type PlaceChoices, placeFilter } from './place-filter.tsx'

const frequencyColumns: readonly Column<CaseloadFrequency>[] = [
  { key: 'frequency', title: 'Frequency', render: ({ serviceFrequency }) => serviceFrequency },
  { key: 'duration', title: 'Duration', render: ({ duration }) => duration },
  { key: 'event', title: 'Event Frequency', render: ({ eventFrequency }) => eventFrequency },
  { key: 'session', title: 'Session Type', render: ({ sessionType }) => sessionType },
]

/** A student's service frequencies. Administrators also see the service type. */
const frequencies = (withService: boolean) =>
  defineDetailsTable({
    read: callOf(
      getCaseload,
      ({ id }: Caseload) => ({ params: { id } }),
      ({ caseloadFrequencies }) => caseloadFrequencies,
    ),
    titleOf: ({ studentName }) => studentName,
    ariaLabel: 'Frequencies',
    columns: [
      numberColumn('S.No.'),
      ...(withService
        ? [{ key: 'service', title: 'Service Type', render: ({ serviceType }: CaseloadFrequency) => serviceType }]
        : []),
      ...frequencyColumns,
    ],
    keyOf: ({ id }) => id,
    emptyText: caseloadMessages.empty,
  })

const columns = (withService: boolean): readonly ListColumn<Caseload>[] => [
  { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
  {
    key: 'student',
    isHeading: true,
    title: 'Student Name',
    render: ({ id, studentName }) => <StudentLink id={id} name={studentName} />,
  },
  {
    key: 'records',
    title: 'Records',
    width: '7rem',
    render: ({ records }) => records,
    labelOf: ({ records, studentName }) => `${counted(records, 'record')} of ${studentName}`,
    details: frequencies(withService),
  },
]

type Filters = PlaceChoices & { search: string; sort: string }

const idText = (id: number | undefined) => String(id ?? '')

const queryOf = ({ search, providerId, schoolId, studentId }: Filters) => ({
  studentName: search.trim() || undefined,
  therapistIds: idText(providerId),
  schoolIds: idText(schoolId),
  studentIds: idText(studentId),
})

interface Variant {
  readonly heading: string
  readonly asksTherapist: boolean
  readonly withService: boolean
  readonly activeOnly?: boolean
}

const listOf = ({ heading, asksTherapist, withService, activeOnly }: Variant) =>
  defineList({
    heading,
    filters: listFiltersOf(
      placeFilter(asksTherapist),
      textFilter('search', 'Student Name'),
      sortFilter({ student: 'Student Name', school: 'School Name' }),
    ),
    endpoint: getCaseloads,
    request: (filters) => ({
      query: {
        ...queryOf(filters),
        ...(activeOnly && { showIsActive: 'true' }),
        sortBy: 1,
        sort: filters.sort || undefined,
      },
    }),
    columns: columns(withService),
    keyOf: ({ id }) => id,
    nameOf: ({ studentName }) => studentName,
    emptyText: caseloadMessages.empty,
  })

const toggle = callOf(changeCaseloadStatus, ({ id, isActive }: Caseload) => ({
  params: { id },
  // Sends the target status rather than a toggle, so that a repeated call does no harm.
  query: { isActive: String(!isActive) },
}))

const deactivate = callOf(deactivateCaseload, ({ id, comingSessions }: Caseload & Required<Answered>) => ({
  params: { id },
  body: { comingSessions },
}))

const kept = (asksTherapist: boolean) => ({
  ...listOf({ heading: 'Caseload Record', asksTherapist, withService: true }),
  add: { href: '/add-caseload', label: 'Add Student' },
  editHref: ({ id }: Caseload) => `/edit-caseload/${id}`,
  status: {
    call: callWith(toggle, deactivate),
    beforeRun: {
      isAsked: ({ isActive }: Caseload) => isActive,
      Question: departureQuestion(comingOfStudent, 'deactivate', {
        questionOf: ({ studentName }: Caseload) => `Deactivate ${studentName}?`,
      }),
    },
    isActive: ({ isActive }: Caseload) => isActive,
    done: ({ isActive }: Caseload) => (isActive ? caseloadMessages.deactivated : caseloadMessages.activated),
    failed: 'Not changed',
  },
})

export const caseloadList = {
  ...kept(true),
  deletion: {
    call: callOf(deleteCaseload, ({ id, comingSessions }: Caseload & Answered) => ({
      params: { id },
      body: { ...(comingSessions && { comingSessions }) },
    })),
    question: caseloadMessages.deletion,
    destructiveLabel: 'Delete caseload',
    beforeRun: {
      isAsked: () => true,
      Question: departureQuestion(comingOfStudent, 'delete', {
        questionOf: ({ studentName }: Caseload) => `Delete ${studentName} and end the sessions to come?`,
        destructiveLabel: 'Delete caseload',
      }),
    },
    done: caseloadMessages.deleted,
    failed: 'Not deleted',
  },
  imports: {
    endpoints: { sample: getCaseloadImportSample, run: importCaseloads, problems: getCaseloadImportProblems },
    title: 'Import Caseloads',
    noun: 'caseload',
    layout:
      'One row for each student, as in the sample file; more rows with the same school and name add frequencies to that student.',
  },
}

/** Providers see their own students, whom they can't delete. */
const ofProviders = kept(false)

const spreadsheet = fileCallOf(downloadCaseloads, (filters: Filters) => ({ query: queryOf(filters) }))

/** Students with their therapists' caseloads (spec 3, section 2). */
export const CaseloadListScreen = () => (
  <ListScreen
    definition={useSession().isAdministrator ? caseloadList : ofProviders}
    filterActions={(list) => <ListDownload list={list} file={spreadsheet} />}
  />
)

const ownStudents = listOf({
  heading: 'Caseload Listing Record',
  asksTherapist: false,
  withService: false,
  activeOnly: true,
})

/** A provider's own students who are active (spec 3, section 2). */
export const ProviderCaseloadScreen = () => <ListScreen definition={ownStudents} />
