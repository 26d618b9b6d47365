/**
 * Every statechart of the portal, as listed and drawn on the workflows page. A machine that is missing here fails a test.
 * Generic machines appear once, for all records. Examples load when a user simulates the machine.
 */
import { billingPeriodMachine } from './billing/billing-period.machine.ts'
import { texts as billingPeriodTexts } from './billing/billing-period.texts.ts'
import { closeOutMachine } from './billing/close-out.machine.ts'
import { texts as closeOutTexts } from './billing/close-out.texts.ts'
import { dayCorrectionMachine } from './billing/day-correction.machine.ts'
import { texts as dayCorrectionTexts } from './billing/day-correction.texts.ts'
import { generateInvoiceMachine } from './billing/generate-invoice.machine.ts'
import { texts as generateInvoiceTexts } from './billing/generate-invoice.texts.ts'
import { invoiceMachine } from './billing/invoice.machine.ts'
import { texts as invoiceTexts } from './billing/invoice.texts.ts'
import { invoiceDeliveryMachine } from './billing/invoice-delivery.machine.ts'
import { texts as invoiceDeliveryTexts } from './billing/invoice-delivery.texts.ts'
import { invoiceRunMachine } from './billing/invoice-run.machine.ts'
import { texts as invoiceRunTexts } from './billing/invoice-run.texts.ts'
import { invoiceSendingMachine } from './billing/invoice-sending.machine.ts'
import { texts as invoiceSendingTexts } from './billing/invoice-sending.texts.ts'
import { lockOutMachine } from './billing/lock-out.machine.ts'
import { texts as lockOutTexts } from './billing/lock-out.texts.ts'
import type { Workflow } from './chart/workflow.ts'
import { confirmAction } from './common/confirm-action.machine.ts'
import { texts as confirmActionTexts } from './common/confirm-action.texts.ts'
import { details } from './common/details.machine.ts'
import { texts as detailsTexts } from './common/details.texts.ts'
import { download } from './common/download.machine.ts'
import { texts as downloadTexts } from './common/download.texts.ts'
import { createDraftMachine } from './common/draft.machine.ts'
import { texts as draftTexts } from './common/draft.texts.ts'
import { lookup } from './common/lookup.machine.ts'
import { texts as lookupTexts } from './common/lookup.texts.ts'
import { pagedList } from './common/paged-list.machine.ts'
import { texts as pagedListTexts } from './common/paged-list.texts.ts'
import { recordForm } from './common/record-form.machine.ts'
import { texts as recordFormTexts } from './common/record-form.texts.ts'
import { reportDetails } from './common/report-details.machine.ts'
import { texts as reportDetailsTexts } from './common/report-details.texts.ts'
import { acknowledgmentMachine } from './documents/acknowledgment.machine.ts'
import { texts as acknowledgmentTexts } from './documents/acknowledgment.texts.ts'
import { generateLetterMachine } from './documents/generate-letter.machine.ts'
import { texts as generateLetterTexts } from './documents/generate-letter.texts.ts'
import { importFlow } from './documents/import.machine.ts'
import { texts as importTexts } from './documents/import.texts.ts'
import { providerDocumentMachine } from './documents/provider-document.machine.ts'
import { texts as providerDocumentTexts } from './documents/provider-document.texts.ts'
import { upload } from './documents/upload.machine.ts'
import { texts as uploadTexts } from './documents/upload.texts.ts'
import { schoolWizardMachine } from './master-data/school-wizard.machine.ts'
import { texts as schoolWizardTexts } from './master-data/school-wizard.texts.ts'
import { marksMachine } from './notifications/marks.machine.ts'
import { texts as marksTexts } from './notifications/marks.texts.ts'
import { unreadMachine } from './notifications/unread.machine.ts'
import { texts as unreadTexts } from './notifications/unread.texts.ts'
import { accountMachine } from './people/account.machine.ts'
import { texts as accountTexts } from './people/account.texts.ts'
import { handOverMachine } from './people/hand-over.machine.ts'
import { texts as handOverTexts } from './people/hand-over.texts.ts'
import { handOverLifecycle } from './people/hand-over-lifecycle.machine.ts'
import { texts as handOverLifecycleTexts } from './people/hand-over-lifecycle.texts.ts'
import { permissionsMachine } from './people/permissions.machine.ts'
import { texts as permissionsTexts } from './people/permissions.texts.ts'
import { calendarMachine } from './schedule/calendar.machine.ts'
import { texts as calendarTexts } from './schedule/calendar.texts.ts'
import { calendarFeedMachine } from './schedule/calendar-feed.machine.ts'
import { texts as calendarFeedTexts } from './schedule/calendar-feed.texts.ts'
import { caseloadAreaMachine } from './schedule/caseload-area.machine.ts'
import { texts as caseloadAreaTexts } from './schedule/caseload-area.texts.ts'
import { eventModalMachine } from './schedule/event-modal.machine.ts'
import { texts as eventModalTexts } from './schedule/event-modal.texts.ts'
import { feedbackMachine } from './schedule/feedback.machine.ts'
import { texts as feedbackTexts } from './schedule/feedback.texts.ts'
import { filterOptionsMachine } from './schedule/filter-options.machine.ts'
import { texts as filterOptionsTexts } from './schedule/filter-options.texts.ts'
import { occurrenceMachine } from './schedule/occurrence.machine.ts'
import { texts as occurrenceTexts } from './schedule/occurrence.texts.ts'
import { providerChangeMachine } from './schedule/provider-change.machine.ts'
import { texts as providerChangeTexts } from './schedule/provider-change.texts.ts'
import { providerDayMachine } from './schedule/provider-day.machine.ts'
import { texts as providerDayTexts } from './schedule/provider-day.texts.ts'
import { recurrencePatternMachine } from './schedule/recurrence-pattern.machine.ts'
import { texts as recurrencePatternTexts } from './schedule/recurrence-pattern.texts.ts'
import { sessionChoicesMachine } from './schedule/session-choices.machine.ts'
import { texts as sessionChoicesTexts } from './schedule/session-choices.texts.ts'
import { sessionDeletionMachine } from './schedule/session-deletion.machine.ts'
import { texts as sessionDeletionTexts } from './schedule/session-deletion.texts.ts'
import { sessionFormMachine } from './schedule/session-form.machine.ts'
import { texts as sessionFormTexts } from './schedule/session-form.texts.ts'
import { sessionMoveMachine } from './schedule/session-move.machine.ts'
import { texts as sessionMoveTexts } from './schedule/session-move.texts.ts'
import { sessionSavingMachine } from './schedule/session-saving.machine.ts'
import { texts as sessionSavingTexts } from './schedule/session-saving.texts.ts'
import { storedSessionMachine } from './schedule/stored-session.machine.ts'
import { texts as storedSessionTexts } from './schedule/stored-session.texts.ts'
import { timesheetModalMachine } from './schedule/timesheet-modal.machine.ts'
import { texts as timesheetModalTexts } from './schedule/timesheet-modal.texts.ts'
import { timesheetRowMachine } from './schedule/timesheet-row.machine.ts'
import { texts as timesheetRowTexts } from './schedule/timesheet-row.texts.ts'
import { weekApprovalMachine } from './schedule/week-approval.machine.ts'
import { texts as weekApprovalTexts } from './schedule/week-approval.texts.ts'
import { changePasswordMachine } from './session/change-password.machine.ts'
import { texts as changePasswordTexts } from './session/change-password.texts.ts'
import { connectionMachine } from './session/connection.machine.ts'
import { texts as connectionTexts } from './session/connection.texts.ts'
import { forgotPasswordMachine } from './session/forgot-password.machine.ts'
import { texts as forgotPasswordTexts } from './session/forgot-password.texts.ts'
import { identityCheckMachine } from './session/identity-check.machine.ts'
import { texts as identityCheckTexts } from './session/identity-check.texts.ts'
import { identityProofMachine } from './session/identity-proof.machine.ts'
import { texts as identityProofTexts } from './session/identity-proof.texts.ts'
import { idleMachine } from './session/idle.machine.ts'
import { texts as idleTexts } from './session/idle.texts.ts'
import { liveMachine } from './session/live.machine.ts'
import { texts as liveTexts } from './session/live.texts.ts'
import { recoverPasswordMachine } from './session/recover-password.machine.ts'
import { texts as recoverPasswordTexts } from './session/recover-password.texts.ts'
import { sessionMachine } from './session/session.machine.ts'
import { texts as sessionTexts } from './session/session.texts.ts'
import { signInMachine } from './session/sign-in.machine.ts'
import { texts as signInTexts } from './session/sign-in.texts.ts'
import { ptoRequestMachine } from './time-off/pto-request.machine.ts'
import { texts as ptoRequestTexts } from './time-off/pto-request.texts.ts'
import { ptoReviewMachine } from './time-off/pto-review.machine.ts'
import { texts as ptoReviewTexts } from './time-off/pto-review.texts.ts'
import { chartViewerMachine } from './workflows/chart-viewer.machine.ts'
import { texts as chartViewerTexts } from './workflows/chart-viewer.texts.ts'
import { recordedRuns } from './workflows/recorded-runs.machine.ts'
import { texts as recordedRunsTexts } from './workflows/recorded-runs.texts.ts'
import { replayMachine } from './workflows/replay.machine.ts'
import { texts as replayTexts } from './workflows/replay.texts.ts'
import { savedPathsMachine } from './workflows/saved-paths.machine.ts'
import { texts as savedPathsTexts } from './workflows/saved-paths.texts.ts'
import { simulateMachine } from './workflows/simulate.machine.ts'
import { texts as simulateTexts } from './workflows/simulate.texts.ts'
import { watchMachine } from './workflows/watch.machine.ts'
import { texts as watchTexts } from './workflows/watch.texts.ts'

export const catalog: readonly Workflow[] = [
  {
    name: 'session/sign-in',
    title: 'Sign-in',
    area: 'Sign-in',
    machine: signInMachine,
    texts: signInTexts,
    examples: () => import('./session/sign-in.examples.ts'),
  },
  {
    name: 'session/identity-proof',
    title: 'Proof of identity',
    area: 'Sign-in',
    machine: identityProofMachine,
    texts: identityProofTexts,
    examples: () => import('./session/identity-proof.examples.ts'),
  },
  {
    name: 'session/identity-check',
    title: 'Identity check',
    area: 'Sign-in',
    machine: identityCheckMachine,
    texts: identityCheckTexts,
    examples: () => import('./session/identity-check.examples.ts'),
  },
  {
    name: 'session/forgot-password',
    title: 'Forgotten password',
    area: 'Sign-in',
    machine: forgotPasswordMachine,
    texts: forgotPasswordTexts,
    examples: () => import('./session/forgot-password.examples.ts'),
  },
  {
    name: 'session/recover-password',
    title: 'Recovery of a password',
    area: 'Sign-in',
    machine: recoverPasswordMachine,
    texts: recoverPasswordTexts,
    examples: () => import('./session/recover-password.examples.ts'),
  },
  {
    name: 'session/change-password',
    title: 'Change of password',
    area: 'Sign-in',
    machine: changePasswordMachine,
    texts: changePasswordTexts,
    examples: () => import('./session/change-password.examples.ts'),
  },
  {
    name: 'session/session',
    title: 'User session',
    area: 'Sign-in',
    machine: sessionMachine,
    texts: sessionTexts,
    examples: () => import('./session/session.examples.ts'),
  },
  {
    name: 'session/connection',
    title: 'Connection to the server',
    area: 'Sign-in',
    machine: connectionMachine,
    texts: connectionTexts,
    examples: () => import('./session/connection.examples.ts'),
  },
  {
    name: 'session/idle',
    title: 'Idle session',
    area: 'Sign-in',
    machine: idleMachine,
    texts: idleTexts,
    examples: () => import('./session/idle.examples.ts'),
  },
  {
    name: 'session/live',
    title: 'Changes by others',
    area: 'Sign-in',
    machine: liveMachine,
    texts: liveTexts,
    examples: () => import('./session/live.examples.ts'),
  },

  {
    name: 'schedule/calendar',
    title: 'Calendar',
    area: 'Schedule',
    machine: calendarMachine,
    texts: calendarTexts,
    examples: () => import('./schedule/calendar.examples.ts'),
  },
  {
    name: 'schedule/filter-options',
    title: 'Calendar filters',
    area: 'Schedule',
    machine: filterOptionsMachine,
    texts: filterOptionsTexts,
    examples: () => import('./schedule/filter-options.examples.ts'),
  },
  {
    name: 'schedule/event-modal',
    title: 'Session details',
    area: 'Schedule',
    machine: eventModalMachine,
    texts: eventModalTexts,
    examples: () => import('./schedule/event-modal.examples.ts'),
  },
  {
    name: 'schedule/session-move',
    title: 'Session move',
    area: 'Schedule',
    machine: sessionMoveMachine,
    texts: sessionMoveTexts,
    examples: () => import('./schedule/session-move.examples.ts'),
  },
  {
    name: 'schedule/calendar-feed',
    title: 'Calendar feed',
    area: 'Schedule',
    machine: calendarFeedMachine,
    texts: calendarFeedTexts,
    examples: () => import('./schedule/calendar-feed.examples.ts'),
  },

  {
    name: 'schedule/occurrence',
    title: 'Session lifecycle',
    area: 'Sessions',
    machine: occurrenceMachine,
    texts: occurrenceTexts,
    examples: () => import('./schedule/occurrence.examples.ts'),
  },
  {
    name: 'schedule/provider-change',
    title: "Provider's change of whole sessions",
    area: 'Sessions',
    machine: providerChangeMachine,
    texts: providerChangeTexts,
    examples: () => import('./schedule/provider-change.examples.ts'),
  },
  {
    name: 'schedule/session-form',
    title: 'Session form',
    area: 'Sessions',
    machine: sessionFormMachine,
    texts: sessionFormTexts,
    examples: () => import('./schedule/session-form.examples.ts'),
  },
  {
    name: 'schedule/session-choices',
    title: 'Session options',
    area: 'Sessions',
    machine: sessionChoicesMachine,
    texts: sessionChoicesTexts,
    examples: () => import('./schedule/session-choices.examples.ts'),
  },
  {
    name: 'schedule/caseload-area',
    title: 'Session students',
    area: 'Sessions',
    machine: caseloadAreaMachine,
    texts: caseloadAreaTexts,
    examples: () => import('./schedule/caseload-area.examples.ts'),
  },
  {
    name: 'schedule/recurrence-pattern',
    title: 'Session recurrence',
    area: 'Sessions',
    machine: recurrencePatternMachine,
    texts: recurrencePatternTexts,
    examples: () => import('./schedule/recurrence-pattern.examples.ts'),
  },
  {
    name: 'schedule/session-saving',
    title: 'Session saving',
    area: 'Sessions',
    machine: sessionSavingMachine,
    texts: sessionSavingTexts,
    examples: () => import('./schedule/session-saving.examples.ts'),
  },
  {
    name: 'schedule/stored-session',
    title: 'Session loading',
    area: 'Sessions',
    machine: storedSessionMachine,
    texts: storedSessionTexts,
    examples: () => import('./schedule/stored-session.examples.ts'),
  },
  {
    name: 'schedule/session-deletion',
    title: 'Session deletion',
    area: 'Sessions',
    machine: sessionDeletionMachine,
    texts: sessionDeletionTexts,
    examples: () => import('./schedule/session-deletion.examples.ts'),
  },

  {
    name: 'schedule/provider-day',
    title: 'Provider day lifecycle',
    area: 'Days and hours',
    machine: providerDayMachine,
    texts: providerDayTexts,
    examples: () => import('./schedule/provider-day.examples.ts'),
  },
  {
    name: 'schedule/timesheet-row',
    title: 'Hours on the Home Page',
    area: 'Days and hours',
    machine: timesheetRowMachine,
    texts: timesheetRowTexts,
    examples: () => import('./schedule/timesheet-row.examples.ts'),
  },
  {
    name: 'schedule/timesheet-modal',
    title: 'Hours on the calendar',
    area: 'Days and hours',
    machine: timesheetModalMachine,
    texts: timesheetModalTexts,
    examples: () => import('./schedule/timesheet-modal.examples.ts'),
  },
  {
    name: 'schedule/feedback',
    title: 'Tracking labels',
    area: 'Days and hours',
    machine: feedbackMachine,
    texts: feedbackTexts,
    examples: () => import('./schedule/feedback.examples.ts'),
  },
  {
    name: 'schedule/week-approval',
    title: 'Day approval',
    area: 'Days and hours',
    machine: weekApprovalMachine,
    texts: weekApprovalTexts,
    examples: () => import('./schedule/week-approval.examples.ts'),
  },

  {
    name: 'time-off/pto-request',
    title: 'Time-off request lifecycle',
    area: 'Time off',
    machine: ptoRequestMachine,
    texts: ptoRequestTexts,
    examples: () => import('./time-off/pto-request.examples.ts'),
  },
  {
    name: 'time-off/pto-review',
    title: 'Time-off review',
    area: 'Time off',
    machine: ptoReviewMachine,
    texts: ptoReviewTexts,
    examples: () => import('./time-off/pto-review.examples.ts'),
  },

  {
    name: 'people/account',
    title: 'Account lifecycle',
    area: 'Permissions',
    machine: accountMachine,
    texts: accountTexts,
    examples: () => import('./people/account.examples.ts'),
  },
  {
    name: 'people/permissions',
    title: 'Permissions dialog',
    area: 'Permissions',
    machine: permissionsMachine,
    texts: permissionsTexts,
    examples: () => import('./people/permissions.examples.ts'),
  },

  {
    name: 'people/hand-over',
    title: "Hand-over of a provider's work",
    area: 'Providers',
    machine: handOverMachine,
    texts: handOverTexts,
    examples: () => import('./people/hand-over.examples.ts'),
  },
  {
    name: 'people/hand-over-lifecycle',
    title: 'Hand-over lifecycle',
    area: 'Providers',
    machine: handOverLifecycle,
    texts: handOverLifecycleTexts,
    examples: () => import('./people/hand-over-lifecycle.examples.ts'),
  },

  {
    name: 'billing/billing-period',
    title: 'Billing period',
    area: 'Billing',
    machine: billingPeriodMachine,
    texts: billingPeriodTexts,
    examples: () => import('./billing/billing-period.examples.ts'),
  },
  {
    name: 'billing/close-out',
    title: 'Close-out of a half-month',
    area: 'Billing',
    machine: closeOutMachine,
    texts: closeOutTexts,
    examples: () => import('./billing/close-out.examples.ts'),
  },
  {
    name: 'billing/lock-out',
    title: 'Lock-out of a billing period',
    area: 'Billing',
    machine: lockOutMachine,
    texts: lockOutTexts,
    examples: () => import('./billing/lock-out.examples.ts'),
  },
  {
    name: 'billing/day-correction',
    title: 'Correction of a locked day',
    area: 'Billing',
    machine: dayCorrectionMachine,
    texts: dayCorrectionTexts,
    examples: () => import('./billing/day-correction.examples.ts'),
  },
  {
    name: 'billing/invoice',
    title: 'Invoice',
    area: 'Billing',
    machine: invoiceMachine,
    texts: invoiceTexts,
    examples: () => import('./billing/invoice.examples.ts'),
  },
  {
    name: 'billing/invoice-delivery',
    title: 'Invoice by email',
    area: 'Billing',
    machine: invoiceDeliveryMachine,
    texts: invoiceDeliveryTexts,
    examples: () => import('./billing/invoice-delivery.examples.ts'),
  },
  {
    name: 'billing/invoice-sending',
    title: 'Emailing all invoices of a period',
    area: 'Billing',
    machine: invoiceSendingMachine,
    texts: invoiceSendingTexts,
    examples: () => import('./billing/invoice-sending.examples.ts'),
  },
  {
    name: 'billing/generate-invoice',
    title: 'Generating an invoice',
    area: 'Billing',
    machine: generateInvoiceMachine,
    texts: generateInvoiceTexts,
    examples: () => import('./billing/generate-invoice.examples.ts'),
  },
  {
    name: 'billing/invoice-run',
    title: 'Generating the invoices of all schools',
    area: 'Billing',
    machine: invoiceRunMachine,
    texts: invoiceRunTexts,
    examples: () => import('./billing/invoice-run.examples.ts'),
  },

  {
    name: 'master-data/school-wizard',
    title: 'School page',
    area: 'Schools',
    machine: schoolWizardMachine,
    texts: schoolWizardTexts,
    examples: () => import('./master-data/school-wizard.examples.ts'),
  },

  {
    name: 'documents/provider-document',
    title: 'Document of a provider',
    area: 'Documents',
    machine: providerDocumentMachine,
    texts: providerDocumentTexts,
    examples: () => import('./documents/provider-document.examples.ts'),
  },
  {
    name: 'documents/generate-letter',
    title: 'Generating letters',
    area: 'Documents',
    machine: generateLetterMachine,
    texts: generateLetterTexts,
    examples: () => import('./documents/generate-letter.examples.ts'),
  },
  {
    name: 'documents/acknowledgment',
    title: 'Acknowledgment of a document',
    area: 'Documents',
    machine: acknowledgmentMachine,
    texts: acknowledgmentTexts,
    examples: () => import('./documents/acknowledgment.examples.ts'),
  },
  {
    name: 'documents/import',
    title: 'Spreadsheet import',
    area: 'Documents',
    machine: importFlow(),
    texts: importTexts,
    examples: () => import('./documents/import.examples.ts'),
  },
  {
    name: 'documents/upload',
    title: 'File upload',
    area: 'Documents',
    machine: upload(),
    texts: uploadTexts,
    examples: () => import('./documents/upload.examples.ts'),
  },
  {
    name: 'common/download',
    title: 'File download',
    area: 'Documents',
    machine: download(),
    texts: downloadTexts,
    examples: () => import('./common/download.examples.ts'),
  },

  {
    name: 'common/paged-list',
    title: 'List',
    area: 'Lists and forms',
    machine: pagedList(),
    texts: pagedListTexts,
    examples: () => import('./common/paged-list.examples.ts'),
  },
  {
    name: 'common/record-form',
    title: 'Form',
    area: 'Lists and forms',
    machine: recordForm(),
    texts: recordFormTexts,
    examples: () => import('./common/record-form.examples.ts'),
  },
  {
    name: 'common/draft',
    title: 'Form draft',
    area: 'Lists and forms',
    machine: createDraftMachine(),
    texts: draftTexts,
    examples: () => import('./common/draft.examples.ts'),
  },
  {
    name: 'common/details',
    title: 'Row details',
    area: 'Lists and forms',
    machine: details(),
    texts: detailsTexts,
    examples: () => import('./common/details.examples.ts'),
  },
  {
    name: 'common/report-details',
    title: 'Report details',
    area: 'Lists and forms',
    machine: reportDetails(),
    texts: reportDetailsTexts,
    examples: () => import('./common/report-details.examples.ts'),
  },
  {
    name: 'common/lookup',
    title: 'Lookup list',
    area: 'Lists and forms',
    machine: lookup(),
    texts: lookupTexts,
    examples: () => import('./common/lookup.examples.ts'),
  },
  {
    name: 'common/confirm-action',
    title: 'Action with confirmation',
    area: 'Lists and forms',
    machine: confirmAction(),
    texts: confirmActionTexts,
    examples: () => import('./common/confirm-action.examples.ts'),
  },

  {
    name: 'notifications/unread',
    title: 'Bell',
    area: 'Notifications',
    machine: unreadMachine,
    texts: unreadTexts,
    examples: () => import('./notifications/unread.examples.ts'),
  },
  {
    name: 'notifications/marks',
    title: 'Reading notifications',
    area: 'Notifications',
    machine: marksMachine,
    texts: marksTexts,
    examples: () => import('./notifications/marks.examples.ts'),
  },

  {
    name: 'workflows/chart-viewer',
    title: 'Workflow viewer',
    area: 'Workflows',
    machine: chartViewerMachine,
    texts: chartViewerTexts,
    examples: () => import('./workflows/chart-viewer.examples.ts'),
  },
  {
    name: 'workflows/watch',
    title: 'Live workflow view',
    area: 'Workflows',
    machine: watchMachine,
    texts: watchTexts,
    examples: () => import('./workflows/watch.examples.ts'),
  },
  {
    name: 'workflows/simulate',
    title: 'Workflow simulation',
    area: 'Workflows',
    machine: simulateMachine,
    texts: simulateTexts,
    examples: () => import('./workflows/simulate.examples.ts'),
  },
  {
    name: 'workflows/saved-paths',
    title: 'Saved paths',
    area: 'Workflows',
    machine: savedPathsMachine,
    texts: savedPathsTexts,
    examples: () => import('./workflows/saved-paths.examples.ts'),
  },
  {
    name: 'workflows/recorded-runs',
    title: 'Recorded runs',
    area: 'Workflows',
    machine: recordedRuns(),
    texts: recordedRunsTexts,
    examples: () => import('./workflows/recorded-runs.examples.ts'),
  },
  {
    name: 'workflows/replay',
    title: 'Replay of a recorded run',
    area: 'Workflows',
    machine: replayMachine,
    texts: replayTexts,
    examples: () => import('./workflows/replay.examples.ts'),
  },
]

/** @param name as in addresses, `schedule/timesheet-row` */
export const workflowNamed = (name: string): Workflow | undefined => catalog.find((each) => each.name === name)

/** @param statechart the id of a workflow's machine */
export const workflowOf = (statechart: string): Workflow | undefined =>
  catalog.find(({ machine }) => machine.id === statechart)
