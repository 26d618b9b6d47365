/** Which service fulfils which machine's actors. Loaded with the shell, after sign-in. */
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import type { Place } from '#contract/address.ts'
import type { AttendanceChart, AttendanceDetail, AttendanceFilters, AttendanceRecord } from '#contract/attendance.ts'
import type { Caseload, CaseloadFrequency } from '#contract/caseloads.ts'
import type { DayNote } from '#contract/day.ts'
import {
  getCaseloadImportProblems,
  getCaseloadImportSample,
  getSchoolImportProblems,
  getSchoolImportSample,
  getServiceImportProblems,
  getServiceImportSample,
  importCaseloads,
  importSchools,
  importServices,
} from '#contract/imports.ts'
import type { Birthday, CaseloadEntry, ProviderOption, TrackingLabel } from '#contract/lookups.ts'
import type { AvailableHours, AvailableHoursFilters, UploadedHours } from '#contract/pto-hours.ts'
import type { DayListing, EventStudent, Feedback } from '#contract/schedule.ts'
import type { FeeChange, RateChange, School, SchoolContactDetail } from '#contract/schools.ts'
import type { Service } from '#contract/services.ts'
import type { StudentDetail, StudentFilters, StudentMinutes, StudentSession } from '#contract/students.ts'
import type { AdminPtoFilters, Pto, PtoBalance, PtoBalanceEntry, PtoFilters, TimeOffEntry } from '#contract/time-off.ts'
import type { CountsSubject, RecordsFilters, WorkflowCounts, WorkflowRecord } from '#contract/workflow-counts.ts'
import type { CaseloadForm } from '#domain/caseload-form.ts'
import type { SchoolBilling, SchoolProfile } from '#domain/school-form.ts'
import type { ServiceForm } from '#domain/service-form.ts'
import { type SessionFormValues, sessionFormValuesSchema } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { PtoForm } from '#domain/time-off.ts'
import type { TrackingLabelForm } from '#domain/tracking-label-form.ts'
import { confirmAction } from '#machines/common/confirm-action.machine.ts'
import { details } from '#machines/common/details.machine.ts'
import { download } from '#machines/common/download.machine.ts'
import { createDraftMachine } from '#machines/common/draft.machine.ts'
import { lookup } from '#machines/common/lookup.machine.ts'
import { pagedList } from '#machines/common/paged-list.machine.ts'
import { recordForm } from '#machines/common/record-form.machine.ts'
import type { FormContent, SearchFilters } from '#machines/common/record-page.ts'
import { recordPage } from '#machines/common/record-page.ts'
import { importFlow } from '#machines/documents/import.machine.ts'
import { upload } from '#machines/documents/upload.machine.ts'
import type { CaseloadChoices, CaseloadFilters, Choice } from '#machines/master-data/caseload-choices.ts'
import type { BillingMore, RateSubject, RatesMore, SchoolRates } from '#machines/master-data/school-forms.ts'
import { schoolWizardMachine } from '#machines/master-data/school-wizard.machine.ts'
import { type CalendarQuery, calendarMachine } from '#machines/schedule/calendar.machine.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { caseloadAreaMachine } from '#machines/schedule/caseload-area.machine.ts'
import type { FeedbackSubject, FeedbackValues, NotedDay, StudentRemoval } from '#machines/schedule/day-forms.ts'
import type { ProviderStatus } from '#machines/schedule/day-status.ts'
import { eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import { sessionChoicesMachine } from '#machines/schedule/session-choices.machine.ts'
import { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import { sessionMoveMachine } from '#machines/schedule/session-move.machine.ts'
import { sessionSavingMachine } from '#machines/schedule/session-saving.machine.ts'
import { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import { timesheetModalMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { weekApprovalMachine } from '#machines/schedule/week-approval.machine.ts'
import type { sessionMachine } from '#machines/session/session.machine.ts'
import { ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import type { PtoStored, PtoSubject } from '#machines/time-off/time-off-forms.ts'
import { chartViewerMachine, type DrawingFile } from '#machines/workflows/chart-viewer.machine.ts'
import { savedPathsMachine } from '#machines/workflows/saved-paths.machine.ts'
import { simulateMachine } from '#machines/workflows/simulate.machine.ts'
import { watchMachine } from '#machines/workflows/watch.machine.ts'
import type { ImportMachines, ProvidedMachines } from '#screens/provided.tsx'
import {
  attendanceActors,
  attendanceChartActors,
  attendanceDetailsActors,
  providerOptionActors,
} from '#services/attendance/attendance-actors.ts'
import { downloadActors } from '#services/download-actors.ts'
import { draftActors } from '#services/drafts/draft-actors.ts'
import type { LocalDrafts } from '#services/drafts/local-drafts.ts'
import type { HttpClient } from '#services/http-client.ts'
import {
  type ImportEndpoints,
  importFlowActors,
  importProblemsActors,
  importSampleActors,
} from '#services/imports/import-actors.ts'
import {
  caseloadChoicesActors,
  caseloadDownloadActors,
  caseloadFormActors,
  caseloadFrequenciesActors,
  caseloadListActors,
  removeCaseload,
  schoolTherapistsActors,
  switchCaseload,
} from '#services/master-data/caseload-actors.ts'
import {
  removeService,
  removeTrackingLabel,
  serviceFormActors,
  serviceListActors,
  trackingLabelFormActors,
  trackingLabelListActors,
} from '#services/master-data/catalogue-actors.ts'
import {
  cityActors,
  countryActors,
  feeHistoryActors,
  rateHistoryActors,
  removeSchool,
  schoolBillingActors,
  schoolContactActors,
  schoolListActors,
  schoolProfileActors,
  schoolRatesActors,
  stateActors,
  switchSchool,
} from '#services/master-data/school-actors.ts'
import { calendarActors, filterOptionsActors } from '#services/schedule/calendar-actors.ts'
import { calendarFeedActors } from '#services/schedule/calendar-feed-actors.ts'
import {
  birthdayActors,
  caseloadPickerActors,
  dayNoteActors,
  dayReopeningActors,
  eventModalActors,
  feedbackActors,
  feedbackFormActors,
  removeStudent,
  timesheetModalActors,
  timesheetRowActors,
  trackingLabelActors,
  updateTimesheetActors,
  weekApprovalActors,
} from '#services/schedule/day-actors.ts'
import { schedulePrintActors } from '#services/schedule/schedule-print-actors.ts'
import {
  caseloadAreaActors,
  sessionChoicesActors,
  sessionDeletionActors,
  sessionMoveActors,
  sessionSavingActors,
  storedSessionActors,
} from '#services/schedule/session-form-actors.ts'
import { studentActors, studentMinutesActors, studentSessionActors } from '#services/students/student-actors.ts'
import { availableHoursActors, ptoHoursUploadActors, samplePtoFileActors } from '#services/time-off/pto-hours-actors.ts'
import {
  adminPtosActors,
  providerPtosActors,
  ptoBalanceActors,
  ptoBalanceHistoryActors,
  ptoDetailsActors,
  ptoFormActors,
  ptoReviewActors,
  timeOffMonthActors,
  withdraw,
} from '#services/time-off/time-off-actors.ts'
import { drawChart } from '#services/workflows/chart-actors.ts'
import { workflowCountActors, workflowRecordActors } from '#services/workflows/count-actors.ts'
import { drawingFile } from '#services/workflows/drawing-file.ts'
import { savedPathActors } from '#services/workflows/saved-path-actors.ts'
import { loadSimulation } from '#services/workflows/simulation-actors.ts'
import { watchActors } from '#services/workflows/watch-actors.ts'

/** Lists of providers settle sooner than others (spec 3, section 9). */
const PROVIDER_LIST = { filterDelay: 100 }

/** What the machines' actors are made of. */
export interface Providers {
  readonly client: HttpClient
  readonly session: ActorRefFrom<typeof sessionMachine>
  readonly drafts: LocalDrafts
  /** The id by which other tabs of the browser know this one. */
  readonly tab: string
}

/** Tells once a session has expired, while its page still stands. */
const onExpiry = (session: Providers['session']) => (tell: () => void) => {
  const { unsubscribe } = session.subscribe((snapshot) => snapshot.matches('expired') && tell())
  return unsubscribe
}

const provideImport = (client: HttpClient, endpoints: ImportEndpoints): ImportMachines => ({
  flow: importFlow<File>().provide({ actors: importFlowActors(client, endpoints) }),
  sample: download<null>().provide({ actors: importSampleActors(client, endpoints) }),
  problems: download<File>().provide({ actors: importProblemsActors(client, endpoints) }),
})

const userIdOf = (session: Providers['session']): number => {
  const signedIn = session.getSnapshot().context.session
  if (!signedIn) throw new Error('The session has ended')
  return signedIn.userId
}

/** One line per machine, `calendar: calendarMachine.provide({ actors: calendarActors(client) })`. */
export const provideMachines = ({ client, session, drafts, tab }: Providers): ProvidedMachines => ({
  calendar: calendarMachine.provide({
    actors: {
      options: filterOptionsMachine.provide({ actors: filterOptionsActors(client) }),
      ...calendarActors(client),
    },
  }),
  schedulePrint: download<CalendarQuery>().provide({ actors: schedulePrintActors(client) }),
  calendarFeed: calendarFeedMachine.provide({ actors: calendarFeedActors(client) }),
  eventModal: eventModalMachine.provide({ actors: eventModalActors(client) }),
  feedback: feedbackMachine.provide({ actors: feedbackActors(client) }),
  timesheetModal: timesheetModalMachine.provide({ actors: timesheetModalActors(client) }),
  timesheetRow: timesheetRowMachine.provide({ actors: timesheetRowActors(client) }),
  trackingLabels: lookup<TrackingLabel>().provide({ actors: trackingLabelActors(client) }),
  weekApproval: weekApprovalMachine.provide({ actors: weekApprovalActors(client) }),
  dayNote: recordForm<NotedDay, DayNote, string, DayNote>().provide({ actors: dayNoteActors(client) }),
  caseloadPicker: recordForm<
    DayListing,
    readonly CaseloadEntry[],
    readonly number[],
    readonly EventStudent[]
  >().provide({ actors: caseloadPickerActors(client) }),
  studentRemoval: confirmAction((removal: StudentRemoval) => removeStudent(client, removal)),
  feedbackForm: recordForm<FeedbackSubject, Feedback, FeedbackValues, Feedback>().provide({
    actors: feedbackFormActors(client),
  }),
  updateTimesheet: timesheetModalMachine.provide({ actors: updateTimesheetActors(client) }),
  dayReopening: recordForm<ProviderStatus, null, string, null>().provide({ actors: dayReopeningActors(client) }),
  birthdays: lookup<Birthday>().provide({ actors: birthdayActors(client) }),
  providerOptions: lookup<ProviderOption>().provide({ actors: providerOptionActors(client) }),
  chartViewer: chartViewerMachine.provide({ actors: { drawChart } }),
  watch: watchMachine.provide({
    actors: watchActors({ userId: () => session.getSnapshot().context.session?.userId, here: tab }),
  }),
  simulate: simulateMachine.provide({ actors: { loadSimulation } }),
  savedPaths: savedPathsMachine.provide({
    actors: savedPathActors({ storage: () => window.localStorage, userId: () => userIdOf(session) }),
  }),
  workflowDrawing: download<DrawingFile>().provide({ actors: downloadActors(drawingFile) }),
  workflowCounts: details<CountsSubject, WorkflowCounts | null>().provide({ actors: workflowCountActors(client) }),
  workflowRecords: pagedList<WorkflowRecord, RecordsFilters>().provide({ actors: workflowRecordActors(client) }),
  attendance: pagedList<AttendanceRecord, AttendanceFilters>().provide({ actors: attendanceActors(client) }),
  attendanceDetails: details<AttendanceRecord, readonly AttendanceDetail[]>().provide({
    actors: attendanceDetailsActors(client),
  }),
  student: details<number, StudentDetail>().provide({ actors: studentActors(client) }),
  studentMinutes: details<StudentFilters, StudentMinutes>().provide({ actors: studentMinutesActors(client) }),
  studentSessions: pagedList<StudentSession, StudentFilters>().provide({ actors: studentSessionActors(client) }),
  attendanceChart: details<AttendanceFilters, AttendanceChart>().provide({ actors: attendanceChartActors(client) }),
  schools: pagedList<School, SearchFilters>().provide({ actors: schoolListActors(client) }),
  schoolDeletion: confirmAction((school: School) => removeSchool(client, school)),
  schoolSwitch: confirmAction((school: School) => switchSchool(client, school)),
  schoolContacts: details<School, readonly SchoolContactDetail[]>().provide({ actors: schoolContactActors(client) }),
  countries: lookup<Place>().provide({ actors: countryActors(client) }),
  states: details<number, readonly Place[]>().provide({ actors: stateActors(client) }),
  cities: details<number, readonly Place[]>().provide({ actors: cityActors(client) }),
  schoolWizard: schoolWizardMachine,
  schoolProfile: recordPage<SchoolProfile>().provide({ actors: schoolProfileActors(client) }),
  schoolBilling: recordPage<SchoolBilling, BillingMore>().provide({ actors: schoolBillingActors(client) }),
  schoolRates: recordPage<SchoolRates, RatesMore>().provide({ actors: schoolRatesActors(client) }),
  feeHistory: details<number, readonly FeeChange[]>().provide({ actors: feeHistoryActors(client) }),
  rateHistory: details<RateSubject, readonly RateChange[]>().provide({ actors: rateHistoryActors(client) }),
  imports: {
    schools: provideImport(client, {
      sample: getSchoolImportSample,
      run: importSchools,
      problems: getSchoolImportProblems,
    }),
    caseloads: provideImport(client, {
      sample: getCaseloadImportSample,
      run: importCaseloads,
      problems: getCaseloadImportProblems,
    }),
    services: provideImport(client, {
      sample: getServiceImportSample,
      run: importServices,
      problems: getServiceImportProblems,
    }),
  },
  services: pagedList<Service, SearchFilters>().provide({ actors: serviceListActors(client) }),
  serviceDeletion: confirmAction((service: Service) => removeService(client, service)),
  serviceForm: recordPage<ServiceForm>().provide({ actors: serviceFormActors(client) }),
  trackingLabelList: pagedList<TrackingLabel, SearchFilters>().provide({ actors: trackingLabelListActors(client) }),
  trackingLabelDeletion: confirmAction((label: TrackingLabel) => removeTrackingLabel(client, label)),
  trackingLabelForm: recordPage<TrackingLabelForm>().provide({ actors: trackingLabelFormActors(client) }),
  filterOptions: filterOptionsMachine.provide({ actors: filterOptionsActors(client) }),
  caseloads: pagedList<Caseload, CaseloadFilters>().provide({ actors: caseloadListActors(client) }),
  ownCaseloads: pagedList<Caseload, CaseloadFilters>().provide({
    actors: caseloadListActors(client, { showIsActive: 'true' }),
  }),
  caseloadFrequencies: details<Caseload, readonly CaseloadFrequency[]>().provide({
    actors: caseloadFrequenciesActors(client),
  }),
  caseloadFile: download<CaseloadFilters>().provide({ actors: caseloadDownloadActors(client) }),
  caseloadStatus: confirmAction((student: Caseload) => switchCaseload(client, student)),
  caseloadDeletion: confirmAction((student: Caseload) => removeCaseload(client, student)),
  caseloadForm: recordPage<CaseloadForm>().provide({ actors: caseloadFormActors(client) }),
  caseloadChoices: details<null, CaseloadChoices>().provide({ actors: caseloadChoicesActors(client) }),
  schoolTherapists: details<number, readonly Choice[]>().provide({ actors: schoolTherapistsActors(client) }),
  recordDraft: createDraftMachine<FormContent>().provide({
    actors: draftActors(drafts, z.record(z.string(), z.unknown()), onExpiry(session)),
  }),
  availableHours: pagedList<AvailableHours, AvailableHoursFilters>().provide({
    actors: availableHoursActors(client),
    delays: PROVIDER_LIST,
  }),
  ptoHoursUpload: upload<File, UploadedHours>().provide({ actors: ptoHoursUploadActors(client) }),
  samplePtoFile: download<null>().provide({ actors: samplePtoFileActors(client) }),
  adminPtos: pagedList<Pto, AdminPtoFilters>().provide({ actors: adminPtosActors(client), delays: PROVIDER_LIST }),
  ptoReview: ptoReviewMachine.provide({ actors: ptoReviewActors(client) }),
  providerPtos: pagedList<Pto, PtoFilters>().provide({ actors: providerPtosActors(client) }),
  ptoForm: recordForm<PtoSubject, PtoStored, PtoForm, string>().provide({ actors: ptoFormActors(client) }),
  ptoDetails: details<Pto, Pto>().provide({ actors: ptoDetailsActors(client) }),
  ptoWithdrawal: confirmAction((pto: Pto) => withdraw(client, pto)),
  ptoBalance: details<number, PtoBalance>().provide({ actors: ptoBalanceActors(client) }),
  ptoBalanceHistory: details<number, readonly PtoBalanceEntry[]>().provide({
    actors: ptoBalanceHistoryActors(client),
  }),
  timeOffMonth: details<LocalDate, readonly TimeOffEntry[]>().provide({ actors: timeOffMonthActors(client) }),
  storedSession: storedSessionMachine.provide({ actors: storedSessionActors(client) }),
  sessionMove: sessionMoveMachine.provide({ actors: sessionMoveActors(client) }),
  sessionDeletion: sessionDeletionMachine.provide({ actors: sessionDeletionActors(client) }),
  logout: confirmAction(async () => session.send({ type: 'session.close' })),
  sessionDraft: createDraftMachine<SessionFormValues>().provide({
    actors: draftActors(drafts, sessionFormValuesSchema, onExpiry(session)),
  }),
  sessionForm: sessionFormMachine.provide({
    actors: {
      choices: sessionChoicesMachine.provide({ actors: sessionChoicesActors(client) }),
      caseloadArea: caseloadAreaMachine.provide({ actors: caseloadAreaActors(client) }),
      saving: sessionSavingMachine.provide({ actors: sessionSavingActors(client) }),
    },
  }),
})
