/** What the server does without being asked: jobs, daily work and other work, each defined in the area that it is about. */
// biome-ignore-all lint/performance/noBarrelFile: a file that defines such work costs its line here

export { cleanUp } from '#server/jobs/clean-up.ts'
export { mailJob } from '#server/mail/mail.ts'
export { documentPurge } from './documents/document-moves.ts'
export { expiryNotices } from './documents/document-notices.ts'
export { keepDocuments } from './documents/keep-documents.ts'
export { studentsDue } from './handing-over/students-due.ts'
export { hourReminderWork } from './home/hour-reminders.ts'
export { invoiceFilesJob, invoiceRun } from './invoices/invoice-run.ts'
export { letterRun } from './letters/letter-run.ts'
export { passwordRecoveryJob } from './login/password-recovery.ts'
export {
  notificationMailJob,
  notificationSummaries,
  notificationSummaryJob,
} from './notifications/notification-mail.ts'
export { endedEmployments } from './providers/end-of-employment.ts'
export { newestSsnKey } from './providers/newest-ssn-key.ts'
export { sendingReports } from './reports/send-saved-reports.ts'
export { reportDetailsRun } from './reports/served-reports.ts'
