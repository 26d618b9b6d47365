/**
 * Every statechart of the portal, once: what is listed, drawn and written out. A machine that is missing here fails a
 * test. Generic machines stand here as what they are of any record.
 */
import type { Workflow } from './chart/workflow.ts'
import { confirmActionMachine } from './common/confirm-action.machine.ts'
import { details } from './common/details.machine.ts'
import { download } from './common/download.machine.ts'
import { createDraftMachine } from './common/draft.machine.ts'
import { lookup } from './common/lookup.machine.ts'
import { pagedList } from './common/paged-list.machine.ts'
import { recordForm } from './common/record-form.machine.ts'
import { importFlow } from './documents/import.machine.ts'
import { upload } from './documents/upload.machine.ts'
import { schoolWizardMachine } from './master-data/school-wizard.machine.ts'
import { calendarMachine } from './schedule/calendar.machine.ts'
import { calendarFeedMachine } from './schedule/calendar-feed.machine.ts'
import { caseloadAreaMachine } from './schedule/caseload-area.machine.ts'
import { eventModalMachine } from './schedule/event-modal.machine.ts'
import { feedbackMachine } from './schedule/feedback.machine.ts'
import { filterOptionsMachine } from './schedule/filter-options.machine.ts'
import { occurrenceMachine } from './schedule/occurrence.machine.ts'
import { providerDayMachine } from './schedule/provider-day.machine.ts'
import { recurrencePatternMachine } from './schedule/recurrence-pattern.machine.ts'
import { sessionChoicesMachine } from './schedule/session-choices.machine.ts'
import { sessionDeletionMachine } from './schedule/session-deletion.machine.ts'
import { sessionFormMachine } from './schedule/session-form.machine.ts'
import { sessionMoveMachine } from './schedule/session-move.machine.ts'
import { sessionSavingMachine } from './schedule/session-saving.machine.ts'
import { storedSessionMachine } from './schedule/stored-session.machine.ts'
import { timesheetModalMachine } from './schedule/timesheet-modal.machine.ts'
import { timesheetRowMachine } from './schedule/timesheet-row.machine.ts'
import { weekApprovalMachine } from './schedule/week-approval.machine.ts'
import { connectionMachine } from './session/connection.machine.ts'
import { sessionMachine } from './session/session.machine.ts'
import { signInMachine } from './session/sign-in.machine.ts'
import { ptoRequestMachine } from './time-off/pto-request.machine.ts'
import { ptoReviewMachine } from './time-off/pto-review.machine.ts'

export const catalogue: readonly Workflow[] = [
  { name: 'session/sign-in', title: 'Signing in', area: 'Signing in', machine: signInMachine },
  { name: 'session/session', title: 'Who is signed in', area: 'Signing in', machine: sessionMachine },
  { name: 'session/connection', title: 'Connection to the server', area: 'Signing in', machine: connectionMachine },

  { name: 'schedule/calendar', title: 'Calendar', area: 'Schedule', machine: calendarMachine },
  { name: 'schedule/filter-options', title: "Calendar's filters", area: 'Schedule', machine: filterOptionsMachine },
  { name: 'schedule/event-modal', title: 'Details of a session', area: 'Schedule', machine: eventModalMachine },
  { name: 'schedule/session-move', title: 'Moving a session', area: 'Schedule', machine: sessionMoveMachine },
  { name: 'schedule/calendar-feed', title: 'Calendar feed', area: 'Schedule', machine: calendarFeedMachine },

  {
    name: 'schedule/occurrence',
    title: 'Life of a session',
    area: 'Sessions',
    isLifecycle: true,
    machine: occurrenceMachine,
  },
  { name: 'schedule/session-form', title: 'Session form', area: 'Sessions', machine: sessionFormMachine },
  { name: 'schedule/session-choices', title: 'What a session is', area: 'Sessions', machine: sessionChoicesMachine },
  { name: 'schedule/caseload-area', title: 'Students of a session', area: 'Sessions', machine: caseloadAreaMachine },
  {
    name: 'schedule/recurrence-pattern',
    title: 'How a session repeats',
    area: 'Sessions',
    machine: recurrencePatternMachine,
  },
  { name: 'schedule/session-saving', title: 'Saving a session', area: 'Sessions', machine: sessionSavingMachine },
  { name: 'schedule/stored-session', title: 'Opening a session', area: 'Sessions', machine: storedSessionMachine },
  { name: 'schedule/session-deletion', title: 'Deleting a session', area: 'Sessions', machine: sessionDeletionMachine },

  {
    name: 'schedule/provider-day',
    title: "Life of a provider's day",
    area: 'The day and its hours',
    isLifecycle: true,
    machine: providerDayMachine,
  },
  {
    name: 'schedule/timesheet-row',
    title: 'Hours on the Home Page',
    area: 'The day and its hours',
    machine: timesheetRowMachine,
  },
  {
    name: 'schedule/timesheet-modal',
    title: 'Hours on a calendar',
    area: 'The day and its hours',
    machine: timesheetModalMachine,
  },
  { name: 'schedule/feedback', title: 'Labels and notes', area: 'The day and its hours', machine: feedbackMachine },
  {
    name: 'schedule/week-approval',
    title: 'Approving days',
    area: 'The day and its hours',
    machine: weekApprovalMachine,
  },

  {
    name: 'time-off/pto-request',
    title: 'Life of a request for time off',
    area: 'Time off',
    isLifecycle: true,
    machine: ptoRequestMachine,
  },
  { name: 'time-off/pto-review', title: 'Answering requests', area: 'Time off', machine: ptoReviewMachine },

  { name: 'master-data/school-wizard', title: 'Page of a school', area: 'Schools', machine: schoolWizardMachine },

  { name: 'documents/import', title: 'Import from a spreadsheet', area: 'Documents', machine: importFlow() },
  { name: 'documents/upload', title: 'Upload of a file', area: 'Documents', machine: upload() },
  { name: 'common/download', title: 'Download of a file', area: 'Documents', machine: download() },

  { name: 'common/paged-list', title: 'List', area: 'Lists and forms', machine: pagedList() },
  { name: 'common/record-form', title: 'Form', area: 'Lists and forms', machine: recordForm() },
  { name: 'common/draft', title: 'Draft of a form', area: 'Lists and forms', machine: createDraftMachine() },
  { name: 'common/details', title: 'Details of a row', area: 'Lists and forms', machine: details() },
  { name: 'common/lookup', title: 'List to choose from', area: 'Lists and forms', machine: lookup() },
  {
    name: 'common/confirm-action',
    title: 'Question before something is done',
    area: 'Lists and forms',
    machine: confirmActionMachine,
  },
]
