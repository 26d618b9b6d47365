/** Notification categories by audience: administrators (ADM) or everyone else (PRV) (DESIGN, section 4). */
import { isAdministrator, type RoleName } from './roles.ts'
import type { LocalTime } from './time.ts'

/** How users get notifications by email: soon after they were written, in the daily summary, or not at all. */
export const MAIL_CHOICES = ['atOnce', 'daily', 'never'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]
export const SENT_CHOICES = ['atOnce', 'daily'] as const satisfies readonly MailChoice[]

export const mailChoiceNames: Readonly<Record<MailChoice, string>> = {
  atOnce: 'At once',
  daily: 'Daily',
  never: 'Never',
}

/** When the daily summary is sent, in the organization's time. */
export const SUMMARY_TIME: LocalTime = '07:00'

/** `mail` is how it is sent to users who have not chosen (docs/decisions/notification-mail.md). */
export const NOTIFICATION_CATEGORIES = [
  { id: 1, audience: 'ADM', name: 'Scheduling', mail: 'daily' },
  { id: 2, audience: 'ADM', name: 'Time Off', mail: 'daily' },
  { id: 3, audience: 'ADM', name: 'Billing', mail: 'daily' },
  { id: 4, audience: 'ADM', name: 'Documents', mail: 'daily' },
  { id: 5, audience: 'ADM', name: 'Accounts', mail: 'daily' },
  { id: 11, audience: 'PRV', name: 'Schedule', mail: 'atOnce' },
  { id: 12, audience: 'PRV', name: 'Time Off', mail: 'atOnce' },
  { id: 13, audience: 'PRV', name: 'Documents', mail: 'daily' },
] as const

type Category = (typeof NOTIFICATION_CATEGORIES)[number]
export type NotificationCategoryId = Category['id']

export const NOTIFICATION_AUDIENCES = ['ADM', 'PRV'] as const
export type NotificationAudience = (typeof NOTIFICATION_AUDIENCES)[number]

export type NotificationCategory<Audience extends NotificationAudience> = Extract<
  Category,
  { readonly audience: Audience }
>['name']

export const audienceOf = (role: RoleName): NotificationAudience => (isAdministrator(role) ? 'ADM' : 'PRV')

export const categoriesOf = (audience: NotificationAudience): readonly Category[] =>
  NOTIFICATION_CATEGORIES.filter((category) => category.audience === audience)

/** How many the panel of the bell shows (spec 1, section 2). */
export const PANEL_SIZE = 5

export const notificationMessages = {
  empty: 'All clear! No notifications yet',
  noRecord: 'No record available.',
  mailSaved: 'Email settings have been saved successfully',
  noMailServer: 'This server sends no email yet. Your choices are kept for when it does.',
} as const
