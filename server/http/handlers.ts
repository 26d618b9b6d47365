import { createAclHandlers } from '#server/areas/acl/acl.ts'
import { addressHandlers } from '#server/areas/address/address-handlers.ts'
import { attendanceHandlers } from '#server/areas/attendance/attendance-handlers.ts'
import { closeOutHandlers } from '#server/areas/billing/close-out.ts'
import { lockOutHandlers } from '#server/areas/billing/lock-outs.ts'
import { createCalendarFeedHandlers } from '#server/areas/calendar-feed/calendar-feed-handlers.ts'
import type { FeedAddresses } from '#server/areas/calendar-feed/feed-addresses.ts'
import type { FeedReadings } from '#server/areas/calendar-feed/feed-limits.ts'
import { caseloadHandlers } from '#server/areas/caseloads/caseload-handlers.ts'
import { caseloadImportHandlers } from '#server/areas/caseloads/caseload-import.ts'
import { servedCensusReport } from '#server/areas/census-report/census-report.ts'
import { type ChartLinkParts, createChartLinkHandlers } from '#server/areas/chart-links/chart-link-handlers.ts'
import { correctionHandlers } from '#server/areas/corrections/correction-handlers.ts'
import { dayNoteHandlers } from '#server/areas/day/day-notes.ts'
import { explainHandlers } from '#server/areas/day/explain-hours.ts'
import { rejectHandlers } from '#server/areas/day/reject-days.ts'
import { reopenHandlers } from '#server/areas/day/reopen-day.ts'
import { sessionStudentHandlers } from '#server/areas/day/session-students.ts'
import { updateTimesheetHandlers } from '#server/areas/day/update-timesheet.ts'
import { createDocumentHandlers } from '#server/areas/documents/document-handlers.ts'
import type { DocumentParts } from '#server/areas/documents/document-parts.ts'
import { handOverHandlers } from '#server/areas/handing-over/hand-over-handlers.ts'
import { needsYouHandlers } from '#server/areas/home/needs-you.ts'
import { newsHandlers } from '#server/areas/home/news.ts'
import { openWorkHandlers } from '#server/areas/home/open-work-handlers.ts'
import { servedHoursReport } from '#server/areas/hours-report/hours-report.ts'
import { explainAmountHandlers } from '#server/areas/invoices/explain-amount.ts'
import { exportInvoicesHandlers } from '#server/areas/invoices/export-invoices.ts'
import { generateInvoiceHandlers } from '#server/areas/invoices/generate-invoice.ts'
import { invoiceChoiceHandlers } from '#server/areas/invoices/invoice-choices.ts'
import { invoiceFileHandlers } from '#server/areas/invoices/invoice-files.ts'
import { invoiceHistoryHandlers } from '#server/areas/invoices/invoice-history.ts'
import { invoiceRunHandlers } from '#server/areas/invoices/invoice-run-handlers.ts'
import { createInvoiceSendingHandlers } from '#server/areas/invoices/send-invoices.ts'
import { createLetterHandlers } from '#server/areas/letters/letter-handlers.ts'
import { createLiveHandlers } from '#server/areas/live/live-handlers.ts'
import type { LiveStreams } from '#server/areas/live/live-streams.ts'
import type { Auth } from '#server/areas/login/auth.ts'
import { createLoginHandlers } from '#server/areas/login/login.ts'
import { createPasswordHandlers } from '#server/areas/login/password-handlers.ts'
import { createIdentityProviderHandlers, type IdentityProviderParts } from '#server/areas/login/provider-sign-in.ts'
import { createSecurityHandlers } from '#server/areas/login/security-handlers.ts'
import { lookupHandlers } from '#server/areas/lookups/lookup-handlers.ts'
import { outgoingMailHandlers } from '#server/areas/mail/outgoing-mail-handlers.ts'
import { servedNoteReport, servedProviderNoteReport } from '#server/areas/note-report/note-report.ts'
import { createMailChoiceHandlers } from '#server/areas/notifications/mail-choices.ts'
import { notificationHandlers } from '#server/areas/notifications/notification-handlers.ts'
import { organizationHandlers } from '#server/areas/organization/organization-handlers.ts'
import { payrollExportHandlers } from '#server/areas/payroll/payroll-export.ts'
import { servedPayrollReport } from '#server/areas/payroll/payroll-report.ts'
import { servedProviderDetailReport } from '#server/areas/provider-detail-report/provider-detail-report.ts'
import { createInvitationHandlers } from '#server/areas/providers/invitations.ts'
import { createProviderAccountHandlers } from '#server/areas/providers/provider-account.ts'
import { createAttachedDocumentHandlers } from '#server/areas/providers/provider-documents.ts'
import { createProviderDownloadHandlers } from '#server/areas/providers/provider-download.ts'
import { createProviderImportHandlers } from '#server/areas/providers/provider-import.ts'
import { providerListHandlers } from '#server/areas/providers/provider-list.ts'
import { providerPageHandlers } from '#server/areas/providers/provider-page.ts'
import { providerRateHandlers } from '#server/areas/providers/provider-rates.ts'
import { createProviderRecordHandlers } from '#server/areas/providers/provider-record.ts'
import type { SsnVault } from '#server/areas/providers/ssn-vault.ts'
import { servedPtoReport } from '#server/areas/pto-report/pto-report.ts'
import { servedRateDetailReport } from '#server/areas/rate-detail-report/rate-detail-report.ts'
import { reportDetailsHandlers } from '#server/areas/reports/report-details.ts'
import { savedReportHandlers } from '#server/areas/reports/saved-reports.ts'
import { detailsByName } from '#server/areas/reports/served-reports.ts'
import { scheduleHandlers } from '#server/areas/schedule/schedule-handlers.ts'
import { schedulePrintHandlers } from '#server/areas/schedule-print/schedule-print-handlers.ts'
import { servedSchoolReport } from '#server/areas/school-report/school-report.ts'
import { schoolHandlers } from '#server/areas/schools/school-handlers.ts'
import { schoolImportHandlers } from '#server/areas/schools/school-import.ts'
import { searchHandlers } from '#server/areas/search/find-records.ts'
import { createSecondFactorHandlers } from '#server/areas/second-factor/sign-in-handlers.ts'
import { createSignInMethodHandlers } from '#server/areas/second-factor/sign-in-method-handlers.ts'
import { serviceHandlers } from '#server/areas/services/service-handlers.ts'
import { servedStudentReport } from '#server/areas/student-report/student-report.ts'
import { studentHandlers } from '#server/areas/students/student-handlers.ts'
import { createSystemHandlers, type SystemFacts } from '#server/areas/system/system.ts'
import { ptoHoursHandlers } from '#server/areas/time-off/pto-hours.ts'
import { settleBalanceHandlers } from '#server/areas/time-off/settle-balance.ts'
import { timeOffHandlers } from '#server/areas/time-off/time-off-handlers.ts'
import { timesheetHandlers } from '#server/areas/timesheet/timesheet-handlers.ts'
import { servedTrackingLabelReport } from '#server/areas/tracking-label-report/tracking-label-report.ts'
import { trackingLabelHandlers } from '#server/areas/tracking-labels/tracking-label-handlers.ts'
import { createUserHandlers } from '#server/areas/user/user.ts'
import { workflowRecordHandlers } from '#server/areas/workflows/records-file.ts'
import { workflowGraph } from '#server/areas/workflows/workflow-graph.ts'
import type { Signer } from '#server/signer.ts'
import { createGraphqlHandlers } from './graphql/graphql-handler.ts'
import type { Handlers } from './handler.ts'

/** What handlers share, in addition to what each request gives them. */
export interface HandlerParts {
  readonly facts: SystemFacts
  readonly auth: Auth
  readonly live: LiveStreams
  readonly feeds: { readonly addresses: FeedAddresses; readonly readings: FeedReadings }
  readonly charts: ChartLinkParts
  readonly identityProvider: IdentityProviderParts
  /** Undefined if the server stores no Social Security numbers. */
  readonly ssnVault: SsnVault | undefined
  /** Of links in email. */
  readonly signer: Signer
  readonly documents: DocumentParts
}

/** The handler of every endpoint, combined from the areas. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { facts, auth, live, feeds, charts, identityProvider, ssnVault, documents, signer } = parts
  return {
    ...createSystemHandlers(facts),
    ...createLiveHandlers(live),
    ...createLoginHandlers(auth),
    ...createIdentityProviderHandlers(auth, identityProvider),
    ...createPasswordHandlers(auth),
    ...outgoingMailHandlers,
    ...organizationHandlers,
    ...createProviderRecordHandlers({ auth, ssnVault, identityProvider: identityProvider.provider?.settings }),
    ...createProviderAccountHandlers(auth),
    ...createInvitationHandlers(auth),
    ...providerListHandlers,
    ...providerPageHandlers,
    ...createProviderImportHandlers({ ssnVault, mail: auth.mail }),
    ...createProviderDownloadHandlers({ auth, ssnVault }),
    ...createAttachedDocumentHandlers(documents.stores),
    ...createDocumentHandlers(documents),
    ...createLetterHandlers(documents),
    ...providerRateHandlers,
    ...handOverHandlers,
    ...createUserHandlers(auth),
    ...createSecurityHandlers(auth.sessions),
    ...createSecondFactorHandlers(auth),
    ...createSignInMethodHandlers(auth, identityProvider.provider?.settings),
    ...createAclHandlers(auth, identityProvider.provider?.settings),
    ...lookupHandlers,
    ...scheduleHandlers,
    ...schedulePrintHandlers,
    ...timesheetHandlers,
    ...attendanceHandlers,
    ...servedSchoolReport.handlers,
    ...servedRateDetailReport.handlers,
    ...servedProviderDetailReport.handlers,
    ...servedPtoReport.handlers,
    ...servedPayrollReport.handlers,
    ...payrollExportHandlers,
    ...servedTrackingLabelReport.handlers,
    ...servedNoteReport.handlers,
    ...servedProviderNoteReport.handlers,
    ...servedCensusReport.handlers,
    ...servedHoursReport.handlers,
    ...servedStudentReport.handlers,
    ...reportDetailsHandlers(detailsByName),
    ...savedReportHandlers,
    ...studentHandlers,
    ...timeOffHandlers,
    ...closeOutHandlers,
    ...lockOutHandlers,
    ...correctionHandlers,
    ...invoiceChoiceHandlers,
    ...generateInvoiceHandlers,
    ...explainAmountHandlers,
    ...invoiceFileHandlers,
    ...exportInvoicesHandlers,
    ...invoiceHistoryHandlers,
    ...createInvoiceSendingHandlers(auth.mail),
    ...invoiceRunHandlers,
    ...ptoHoursHandlers,
    ...settleBalanceHandlers,
    ...dayNoteHandlers,
    ...sessionStudentHandlers,
    ...reopenHandlers,
    ...rejectHandlers,
    ...explainHandlers,
    ...updateTimesheetHandlers,
    ...needsYouHandlers,
    ...notificationHandlers,
    ...createMailChoiceHandlers({ mail: auth.mail, signer }),
    ...newsHandlers,
    ...searchHandlers,
    ...openWorkHandlers,
    ...addressHandlers,
    ...schoolHandlers,
    ...serviceHandlers,
    ...schoolImportHandlers,
    ...caseloadImportHandlers,
    ...trackingLabelHandlers,
    ...caseloadHandlers,
    ...createGraphqlHandlers([workflowGraph]),
    ...createCalendarFeedHandlers(feeds.addresses, feeds.readings),
    ...createChartLinkHandlers(charts),
    ...workflowRecordHandlers,
  }
}
