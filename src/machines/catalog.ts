/**
 * Every statechart of the portal, as listed and drawn on the workflows page. A machine that is missing here fails a test.
 * Generic machines appear once, for all records. Examples load when a user simulates the machine.
 */
import type { Workflow } from './chart/workflow.ts'
import { confirmAction } from './common/confirm-action.machine.ts'
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
import { chartViewerMachine } from './workflows/chart-viewer.machine.ts'
import { savedPathsMachine } from './workflows/saved-paths.machine.ts'
import { simulateMachine } from './workflows/simulate.machine.ts'
import { watchMachine } from './workflows/watch.machine.ts'

export const catalog: readonly Workflow[] = [
  {
    name: 'session/sign-in',
    title: 'Sign-in',
    area: 'Sign-in',
    machine: signInMachine,
    examples: () => import('./session/sign-in.examples.ts'),
  },
  {
    name: 'session/session',
    title: 'User session',
    area: 'Sign-in',
    machine: sessionMachine,
    examples: () => import('./session/session.examples.ts'),
  },
  {
    name: 'session/connection',
    title: 'Connection to the server',
    area: 'Sign-in',
    machine: connectionMachine,
    examples: () => import('./session/connection.examples.ts'),
  },

  {
    name: 'schedule/calendar',
    title: 'Calendar',
    area: 'Schedule',
    machine: calendarMachine,
    examples: () => import('./schedule/calendar.examples.ts'),
  },
  {
    name: 'schedule/filter-options',
    title: 'Calendar filters',
    area: 'Schedule',
    machine: filterOptionsMachine,
    examples: () => import('./schedule/filter-options.examples.ts'),
  },
  {
    name: 'schedule/event-modal',
    title: 'Session details',
    area: 'Schedule',
    machine: eventModalMachine,
    examples: () => import('./schedule/event-modal.examples.ts'),
  },
  {
    name: 'schedule/session-move',
    title: 'Session move',
    area: 'Schedule',
    machine: sessionMoveMachine,
    examples: () => import('./schedule/session-move.examples.ts'),
  },
  {
    name: 'schedule/calendar-feed',
    title: 'Calendar feed',
    area: 'Schedule',
    machine: calendarFeedMachine,
    examples: () => import('./schedule/calendar-feed.examples.ts'),
  },

  {
    name: 'schedule/occurrence',
    title: 'Session lifecycle',
    area: 'Sessions',
    machine: occurrenceMachine,
    examples: () => import('./schedule/occurrence.examples.ts'),
  },
  {
    name: 'schedule/session-form',
    title: 'Session form',
    area: 'Sessions',
    machine: sessionFormMachine,
    examples: () => import('./schedule/session-form.examples.ts'),
  },
  {
    name: 'schedule/session-choices',
    title: 'Session options',
    area: 'Sessions',
    machine: sessionChoicesMachine,
    examples: () => import('./schedule/session-choices.examples.ts'),
  },
  {
    name: 'schedule/caseload-area',
    title: 'Session students',
    area: 'Sessions',
    machine: caseloadAreaMachine,
    examples: () => import('./schedule/caseload-area.examples.ts'),
  },
  {
    name: 'schedule/recurrence-pattern',
    title: 'Session recurrence',
    area: 'Sessions',
    machine: recurrencePatternMachine,
    examples: () => import('./schedule/recurrence-pattern.examples.ts'),
  },
  {
    name: 'schedule/session-saving',
    title: 'Session saving',
    area: 'Sessions',
    machine: sessionSavingMachine,
    examples: () => import('./schedule/session-saving.examples.ts'),
  },
  {
    name: 'schedule/stored-session',
    title: 'Session loading',
    area: 'Sessions',
    machine: storedSessionMachine,
    examples: () => import('./schedule/stored-session.examples.ts'),
  },
  {
    name: 'schedule/session-deletion',
    title: 'Session deletion',
    area: 'Sessions',
    machine: sessionDeletionMachine,
    examples: () => import('./schedule/session-deletion.examples.ts'),
  },

  {
    name: 'schedule/provider-day',
    title: 'Provider day lifecycle',
    area: 'Days and hours',
    machine: providerDayMachine,
    examples: () => import('./schedule/provider-day.examples.ts'),
  },
  {
    name: 'schedule/timesheet-row',
    title: 'Hours on the Home Page',
    area: 'Days and hours',
    machine: timesheetRowMachine,
    examples: () => import('./schedule/timesheet-row.examples.ts'),
  },
  {
    name: 'schedule/timesheet-modal',
    title: 'Hours on the calendar',
    area: 'Days and hours',
    machine: timesheetModalMachine,
    examples: () => import('./schedule/timesheet-modal.examples.ts'),
  },
  {
    name: 'schedule/feedback',
    title: 'Labels and notes',
    area: 'Days and hours',
    machine: feedbackMachine,
    examples: () => import('./schedule/feedback.examples.ts'),
  },
  {
    name: 'schedule/week-approval',
    title: 'Day approval',
    area: 'Days and hours',
    machine: weekApprovalMachine,
    examples: () => import('./schedule/week-approval.examples.ts'),
  },

  {
    name: 'time-off/pto-request',
    title: 'Time-off request lifecycle',
    area: 'Time off',
    machine: ptoRequestMachine,
    examples: () => import('./time-off/pto-request.examples.ts'),
  },
  {
    name: 'time-off/pto-review',
    title: 'Time-off review',
    area: 'Time off',
    machine: ptoReviewMachine,
    examples: () => import('./time-off/pto-review.examples.ts'),
  },

  {
    name: 'master-data/school-wizard',
    title: 'School page',
    area: 'Schools',
    machine: schoolWizardMachine,
    examples: () => import('./master-data/school-wizard.examples.ts'),
  },

  {
    name: 'documents/import',
    title: 'Spreadsheet import',
    area: 'Documents',
    machine: importFlow(),
    examples: () => import('./documents/import.examples.ts'),
  },
  {
    name: 'documents/upload',
    title: 'File upload',
    area: 'Documents',
    machine: upload(),
    examples: () => import('./documents/upload.examples.ts'),
  },
  {
    name: 'common/download',
    title: 'File download',
    area: 'Documents',
    machine: download(),
    examples: () => import('./common/download.examples.ts'),
  },

  {
    name: 'common/paged-list',
    title: 'List',
    area: 'Lists and forms',
    machine: pagedList(),
    examples: () => import('./common/paged-list.examples.ts'),
  },
  {
    name: 'common/record-form',
    title: 'Form',
    area: 'Lists and forms',
    machine: recordForm(),
    examples: () => import('./common/record-form.examples.ts'),
  },
  {
    name: 'common/draft',
    title: 'Form draft',
    area: 'Lists and forms',
    machine: createDraftMachine(),
    examples: () => import('./common/draft.examples.ts'),
  },
  {
    name: 'common/details',
    title: 'Row details',
    area: 'Lists and forms',
    machine: details(),
    examples: () => import('./common/details.examples.ts'),
  },
  {
    name: 'common/lookup',
    title: 'Lookup list',
    area: 'Lists and forms',
    machine: lookup(),
    examples: () => import('./common/lookup.examples.ts'),
  },
  {
    name: 'common/confirm-action',
    title: 'Action with confirmation',
    area: 'Lists and forms',
    machine: confirmAction(),
    examples: () => import('./common/confirm-action.examples.ts'),
  },

  {
    name: 'workflows/chart-viewer',
    title: 'Workflow viewer',
    area: 'Workflows',
    machine: chartViewerMachine,
    examples: () => import('./workflows/chart-viewer.examples.ts'),
  },
  {
    name: 'workflows/watch',
    title: 'Live workflow view',
    area: 'Workflows',
    machine: watchMachine,
    examples: () => import('./workflows/watch.examples.ts'),
  },
  {
    name: 'workflows/simulate',
    title: 'Workflow simulation',
    area: 'Workflows',
    machine: simulateMachine,
    examples: () => import('./workflows/simulate.examples.ts'),
  },
  {
    name: 'workflows/saved-paths',
    title: 'Saved paths',
    area: 'Workflows',
    machine: savedPathsMachine,
    examples: () => import('./workflows/saved-paths.examples.ts'),
  },
]
