import { documentPurge } from '#server/areas/documents/document-moves.ts'
import { expiryNotices } from '#server/areas/documents/document-notices.ts'
import { studentsDue } from '#server/areas/handing-over/students-due.ts'
import { hourReminderWork } from '#server/areas/home/hour-reminders.ts'
import { notificationSummaries } from '#server/areas/notifications/notification-mail.ts'
import type { DailyWork } from './daily-work.ts'

/** What a server does every day. */
export const dailyKinds: readonly DailyWork[] = [
  expiryNotices,
  documentPurge,
  notificationSummaries,
  hourReminderWork,
  studentsDue,
]
