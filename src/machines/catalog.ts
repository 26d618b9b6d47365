/** Every statechart of the portal, in the order of the Workflows page. One that is missing here fails a test. */

import type { Workflow } from '#machines/definition/workflow.ts'
import { workflow as billingPeriod } from './billing/billing-period.workflow.ts'
import { workflow as closeOut } from './billing/close-out.workflow.ts'
import { workflow as dayCorrection } from './billing/day-correction.workflow.ts'
import { workflow as generateInvoice } from './billing/generate-invoice.workflow.ts'
import { workflow as invoice } from './billing/invoice.workflow.ts'
import { workflow as invoiceDelivery } from './billing/invoice-delivery.workflow.ts'
import { workflow as invoiceSending } from './billing/invoice-sending.workflow.ts'
import { workflow as lockOut } from './billing/lock-out.workflow.ts'
import { workflow as confirmAction } from './common/confirm-action.workflow.ts'
import { workflow as details } from './common/details.workflow.ts'
import { workflow as download } from './common/download.workflow.ts'
import { workflow as draft } from './common/draft.workflow.ts'
import { workflow as lookup } from './common/lookup.workflow.ts'
import { workflow as pagedList } from './common/paged-list.workflow.ts'
import { workflow as recordForm } from './common/record-form.workflow.ts'
import { workflow as run } from './common/run.workflow.ts'
import { workflow as acknowledgment } from './documents/acknowledgment.workflow.ts'
import { workflow as generateLetter } from './documents/generate-letter.workflow.ts'
import { workflow as importing } from './documents/import.workflow.ts'
import { workflow as providerDocument } from './documents/provider-document.workflow.ts'
import { workflow as upload } from './documents/upload.workflow.ts'
import { workflow as schoolWizard } from './master-data/school-wizard.workflow.ts'
import { workflow as marks } from './notifications/marks.workflow.ts'
import { workflow as unread } from './notifications/unread.workflow.ts'
import { workflow as account } from './people/account.workflow.ts'
import { workflow as handOver } from './people/hand-over.workflow.ts'
import { workflow as handOverLifecycle } from './people/hand-over-lifecycle.workflow.ts'
import { workflow as permissions } from './people/permissions.workflow.ts'
import { workflow as calendar } from './schedule/calendar.workflow.ts'
import { workflow as calendarFeed } from './schedule/calendar-feed.workflow.ts'
import { workflow as caseloadArea } from './schedule/caseload-area.workflow.ts'
import { workflow as eventModal } from './schedule/event-modal.workflow.ts'
import { workflow as feedback } from './schedule/feedback.workflow.ts'
import { workflow as filterOptions } from './schedule/filter-options.workflow.ts'
import { workflow as occurrence } from './schedule/occurrence.workflow.ts'
import { workflow as providerChange } from './schedule/provider-change.workflow.ts'
import { workflow as providerDay } from './schedule/provider-day.workflow.ts'
import { workflow as recurrencePattern } from './schedule/recurrence-pattern.workflow.ts'
import { workflow as sessionChoices } from './schedule/session-choices.workflow.ts'
import { workflow as sessionDeletion } from './schedule/session-deletion.workflow.ts'
import { workflow as sessionForm } from './schedule/session-form.workflow.ts'
import { workflow as sessionMove } from './schedule/session-move.workflow.ts'
import { workflow as sessionSaving } from './schedule/session-saving.workflow.ts'
import { workflow as storedSession } from './schedule/stored-session.workflow.ts'
import { workflow as timesheetModal } from './schedule/timesheet-modal.workflow.ts'
import { workflow as timesheetRow } from './schedule/timesheet-row.workflow.ts'
import { workflow as weekApproval } from './schedule/week-approval.workflow.ts'
import { workflow as changePassword } from './session/change-password.workflow.ts'
import { workflow as connection } from './session/connection.workflow.ts'
import { workflow as forgotPassword } from './session/forgot-password.workflow.ts'
import { workflow as identityCheck } from './session/identity-check.workflow.ts'
import { workflow as identityProof } from './session/identity-proof.workflow.ts'
import { workflow as idle } from './session/idle.workflow.ts'
import { workflow as live } from './session/live.workflow.ts'
import { workflow as recoverPassword } from './session/recover-password.workflow.ts'
import { workflow as session } from './session/session.workflow.ts'
import { workflow as signIn } from './session/sign-in.workflow.ts'
import { workflow as ptoRequest } from './time-off/pto-request.workflow.ts'
import { workflow as ptoReview } from './time-off/pto-review.workflow.ts'

// biome-ignore format: an area in a line
export const portalWorkflows: readonly Workflow[] = [
  signIn, identityProof, identityCheck, forgotPassword, recoverPassword, changePassword, session, connection, idle, live,
  calendar, filterOptions, eventModal, sessionMove, calendarFeed,
  occurrence, providerChange, sessionForm, sessionChoices, caseloadArea, recurrencePattern, sessionSaving, storedSession, sessionDeletion,
  providerDay, timesheetRow, timesheetModal, feedback, weekApproval,
  ptoRequest, ptoReview,
  account, permissions,
  handOver, handOverLifecycle,
  billingPeriod, closeOut, lockOut, dayCorrection, invoice, invoiceDelivery, invoiceSending, generateInvoice,
  schoolWizard,
  providerDocument, generateLetter, acknowledgment, importing, upload, download,
  pagedList, recordForm, draft, details, run, lookup, confirmAction,
  unread, marks,
]
