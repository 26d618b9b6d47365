/**
 * What app/ hands to screens: the machines with their actors provided, and the session. Screens know neither services nor
 * app; they take a machine by name and run it: `useActorRef(useProvided('calendar'), { input })`.
 */
import { createContext, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Place } from '#contract/address.ts'
import type { AttendanceChart, AttendanceDetail, AttendanceFilters, AttendanceRecord } from '#contract/attendance.ts'
import type { Caseload, CaseloadFrequency } from '#contract/caseloads.ts'
import type { Birthday, ProviderOption, TrackingLabel } from '#contract/lookups.ts'
import type { AvailableHours, AvailableHoursFilters, UploadedHours } from '#contract/pto-hours.ts'
import type { FeeChange, RateChange, School, SchoolContactDetail } from '#contract/schools.ts'
import type { Service } from '#contract/services.ts'
import type { StudentDetail, StudentFilters, StudentMinutes, StudentSession } from '#contract/students.ts'
import type { AdminPtoFilters, Pto, PtoBalance, PtoBalanceEntry, PtoFilters, TimeOffEntry } from '#contract/time-off.ts'
import type { CountsSubject, RecordsFilters, WorkflowCounts, WorkflowRecord } from '#contract/workflow-counts.ts'
import type { CaseloadForm } from '#domain/caseload-form.ts'
import type { SchoolBilling, SchoolProfile } from '#domain/school-form.ts'
import type { ServiceForm } from '#domain/service-form.ts'
import type { SessionFormValues } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { TrackingLabelForm } from '#domain/tracking-label-form.ts'
import type { confirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import type { DownloadMachine } from '#machines/common/download.machine.ts'
import type { DraftMachine } from '#machines/common/draft.machine.ts'
import type { LookupMachine } from '#machines/common/lookup.machine.ts'
import type { PagedListMachine } from '#machines/common/paged-list.machine.ts'
import type { FormContent, RecordPageMachine, SearchedListMachine } from '#machines/common/record-page.ts'
import type { ImportMachine } from '#machines/documents/import.machine.ts'
import type { UploadMachine } from '#machines/documents/upload.machine.ts'
import type { CaseloadChoices, CaseloadFilters, Choice } from '#machines/master-data/caseload-choices.ts'
import type { BillingMore, RateSubject, RatesMore, SchoolRates } from '#machines/master-data/school-forms.ts'
import type { schoolWizardMachine } from '#machines/master-data/school-wizard.machine.ts'
import type { CalendarQuery, calendarMachine } from '#machines/schedule/calendar.machine.ts'
import type { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import type {
  CaseloadPickerMachine,
  DayNoteMachine,
  DayReopeningMachine,
  FeedbackFormMachine,
} from '#machines/schedule/day-forms.ts'
import type { eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import type { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import type { filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import type { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import type { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import type { sessionMoveMachine } from '#machines/schedule/session-move.machine.ts'
import type { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import type { timesheetModalMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import type { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import type { weekApprovalMachine } from '#machines/schedule/week-approval.machine.ts'
import type { SignedInUser, sessionMachine } from '#machines/session/session.machine.ts'
import type { signInMachine } from '#machines/session/sign-in.machine.ts'
import type { ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import type { PtoFormMachine } from '#machines/time-off/time-off-forms.ts'
import type { chartViewerMachine, DrawingFile } from '#machines/workflows/chart-viewer.machine.ts'
import type { savedPathsMachine } from '#machines/workflows/saved-paths.machine.ts'
import type { simulateMachine } from '#machines/workflows/simulate.machine.ts'
import type { watchMachine } from '#machines/workflows/watch.machine.ts'

/** Kinds of records that are imported from spreadsheets. */
export type ImportKind = 'schools' | 'services' | 'caseloads'

export interface ImportMachines {
  readonly flow: ImportMachine<File>
  readonly sample: DownloadMachine<null>
  /** The rows of a file that have problems. */
  readonly problems: DownloadMachine<File>
}

/** One line per machine that screens run; app/provided-machines.ts has its counterpart. */
export interface ProvidedMachines {
  readonly logout: typeof confirmActionMachine
  readonly sessionForm: typeof sessionFormMachine
  readonly sessionDraft: DraftMachine<SessionFormValues>
  readonly storedSession: typeof storedSessionMachine
  readonly sessionMove: typeof sessionMoveMachine
  /** Its subject is a `ChangeTarget`, its outcome a sentence. */
  readonly sessionDeletion: typeof sessionDeletionMachine
  readonly calendar: typeof calendarMachine
  readonly schedulePrint: DownloadMachine<CalendarQuery>
  readonly calendarFeed: typeof calendarFeedMachine
  readonly eventModal: typeof eventModalMachine
  readonly feedback: typeof feedbackMachine
  readonly timesheetModal: typeof timesheetModalMachine
  readonly timesheetRow: typeof timesheetRowMachine
  readonly trackingLabels: LookupMachine<TrackingLabel>
  readonly dayNote: DayNoteMachine
  readonly caseloadPicker: CaseloadPickerMachine
  /** Its subject is a `StudentRemoval`. */
  readonly studentRemoval: typeof confirmActionMachine
  readonly feedbackForm: FeedbackFormMachine
  readonly updateTimesheet: typeof timesheetModalMachine
  readonly dayReopening: DayReopeningMachine
  readonly birthdays: LookupMachine<Birthday>
  readonly providerOptions: LookupMachine<ProviderOption>
  readonly chartViewer: typeof chartViewerMachine
  readonly watch: typeof watchMachine
  readonly simulate: typeof simulateMachine
  readonly savedPaths: typeof savedPathsMachine
  readonly workflowDrawing: DownloadMachine<DrawingFile>
  /** Null where the host counts nothing. */
  readonly workflowCounts: DetailsMachine<CountsSubject, WorkflowCounts | null>
  readonly workflowRecords: PagedListMachine<WorkflowRecord, RecordsFilters>
  readonly attendance: PagedListMachine<AttendanceRecord, AttendanceFilters>
  readonly attendanceDetails: DetailsMachine<AttendanceRecord, readonly AttendanceDetail[]>
  readonly availableHours: PagedListMachine<AvailableHours, AvailableHoursFilters>
  readonly ptoHoursUpload: UploadMachine<File, UploadedHours>
  readonly samplePtoFile: DownloadMachine<null>
  readonly attendanceChart: DetailsMachine<AttendanceFilters, AttendanceChart>
  readonly adminPtos: PagedListMachine<Pto, AdminPtoFilters>
  readonly ptoReview: typeof ptoReviewMachine
  readonly providerPtos: PagedListMachine<Pto, PtoFilters>
  readonly ptoForm: PtoFormMachine
  readonly ptoDetails: DetailsMachine<Pto, Pto>
  /** Its subject is a `Pto`. */
  readonly ptoWithdrawal: typeof confirmActionMachine
  /** Their subject is a provider's id. */
  readonly ptoBalance: DetailsMachine<number, PtoBalance>
  readonly ptoBalanceHistory: DetailsMachine<number, readonly PtoBalanceEntry[]>
  /** Its subject is the month's first day. */
  readonly timeOffMonth: DetailsMachine<LocalDate, readonly TimeOffEntry[]>
  readonly student: DetailsMachine<number, StudentDetail>
  readonly studentMinutes: DetailsMachine<StudentFilters, StudentMinutes>
  readonly studentSessions: PagedListMachine<StudentSession, StudentFilters>
  readonly weekApproval: typeof weekApprovalMachine
  /** Drafts of pages that add or edit one record. */
  readonly recordDraft: DraftMachine<FormContent>
  readonly schools: SearchedListMachine<School>
  /** Its subject is a `School`. */
  readonly schoolDeletion: typeof confirmActionMachine
  /** Its subject is a `School`, which is made active where it is not, and the other way round. */
  readonly schoolSwitch: typeof confirmActionMachine
  readonly schoolContacts: DetailsMachine<School, readonly SchoolContactDetail[]>
  readonly countries: LookupMachine<Place>
  /** Of a country. */
  readonly states: DetailsMachine<number, readonly Place[]>
  /** Of a state. */
  readonly cities: DetailsMachine<number, readonly Place[]>
  readonly schoolWizard: typeof schoolWizardMachine
  readonly schoolProfile: RecordPageMachine<SchoolProfile>
  readonly schoolBilling: RecordPageMachine<SchoolBilling, BillingMore>
  readonly schoolRates: RecordPageMachine<SchoolRates, RatesMore>
  /** Of a school. */
  readonly feeHistory: DetailsMachine<number, readonly FeeChange[]>
  readonly rateHistory: DetailsMachine<RateSubject, readonly RateChange[]>
  /** Which providers, schools and students go with each other. */
  readonly filterOptions: typeof filterOptionsMachine
  readonly caseloads: PagedListMachine<Caseload, CaseloadFilters>
  /** A provider's own students who are active. */
  readonly ownCaseloads: PagedListMachine<Caseload, CaseloadFilters>
  readonly caseloadFrequencies: DetailsMachine<Caseload, readonly CaseloadFrequency[]>
  readonly caseloadFile: DownloadMachine<CaseloadFilters>
  /** Its subject is a `Caseload`, which becomes active or not. */
  readonly caseloadStatus: typeof confirmActionMachine
  /** Its subject is a `Caseload`. */
  readonly caseloadDeletion: typeof confirmActionMachine
  readonly caseloadForm: RecordPageMachine<CaseloadForm>
  readonly caseloadChoices: DetailsMachine<null, CaseloadChoices>
  /** Who works at a school. */
  readonly schoolTherapists: DetailsMachine<number, readonly Choice[]>
  readonly imports: Readonly<Record<ImportKind, ImportMachines>>
  readonly services: SearchedListMachine<Service>
  /** Its subject is a `Service`. */
  readonly serviceDeletion: typeof confirmActionMachine
  readonly serviceForm: RecordPageMachine<ServiceForm>
  readonly trackingLabelList: SearchedListMachine<TrackingLabel>
  /** Its subject is a `TrackingLabel`. */
  readonly trackingLabelDeletion: typeof confirmActionMachine
  readonly trackingLabelForm: RecordPageMachine<TrackingLabelForm>
}

export const ProvidedMachinesContext = createContext<ProvidedMachines | undefined>(undefined)

/** A machine whose actors call the API. */
export const useProvided = <Name extends keyof ProvidedMachines>(name: Name): ProvidedMachines[Name] => {
  const machines = useContext(ProvidedMachinesContext)
  if (machines === undefined) throw new Error('useProvided outside of the app')
  return machines[name]
}

/** The machines of the pages before sign-in, which load without those of the screens behind it. */
export interface SignedOutMachines {
  readonly signIn: typeof signInMachine
}

export const SignedOutMachinesContext = createContext<SignedOutMachines | undefined>(undefined)

export const useSignedOutMachine = <Name extends keyof SignedOutMachines>(name: Name): SignedOutMachines[Name] => {
  const machines = useContext(SignedOutMachinesContext)
  if (machines === undefined) throw new Error('useSignedOutMachine outside of the app')
  return machines[name]
}

export type SessionActor = ActorRefFrom<typeof sessionMachine>

export const SessionContext = createContext<SessionActor | undefined>(undefined)

/** The running session machine, for the shell and the sign-in pages. */
export const useSessionActor = (): SessionActor => {
  const actor = useContext(SessionContext)
  if (actor === undefined) throw new Error('useSessionActor outside of the app')
  return actor
}

/** Set around the screens of a signed-in user. */
export const SignedInUserContext = createContext<SignedInUser | undefined>(undefined)

/** The signed-in user; for screens that show only to one. */
export const useSession = (): SignedInUser => {
  const user = useContext(SignedInUserContext)
  if (user === undefined) throw new Error('useSession without a signed-in user')
  return user
}
