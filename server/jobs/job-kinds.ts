import { invoiceFilesJob, invoiceRunJob } from '#server/areas/invoices/invoice-run.ts'
import { type LetterServices, letterRunJob } from '#server/areas/letters/letter-run.ts'
import { passwordRecoveryJob } from '#server/areas/login/password-recovery.ts'
import { notificationMailJob, notificationSummaryJob } from '#server/areas/notifications/notification-mail.ts'
import { reportDetailsJob } from '#server/areas/reports/report-details.ts'
import { detailsByName } from '#server/areas/reports/served-reports.ts'
import { type MailServices, mailJob } from '#server/mail/mail.ts'
import type { JobKind } from './job.ts'

/** What the jobs of a server need. */
export type PortalServices = MailServices & LetterServices

/** Every kind of job that a server runs. */
export const jobKinds: readonly JobKind<PortalServices>[] = [
  mailJob,
  passwordRecoveryJob,
  notificationMailJob,
  notificationSummaryJob,
  invoiceRunJob,
  invoiceFilesJob,
  reportDetailsJob(detailsByName),
  letterRunJob,
]
