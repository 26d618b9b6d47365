/** Notification categories by audience: administrators (ADM) or everyone else (PRV) (DESIGN, section 4). */
import { isAdministrator, type RoleName } from './roles.ts'

export const NOTIFICATION_CATEGORIES = [
  { id: 1, audience: 'ADM', name: 'Scheduling' },
  { id: 2, audience: 'ADM', name: 'Time Off' },
  { id: 3, audience: 'ADM', name: 'Billing' },
  { id: 4, audience: 'ADM', name: 'Documents' },
  { id: 5, audience: 'ADM', name: 'Accounts' },
  { id: 11, audience: 'PRV', name: 'Schedule' },
  { id: 12, audience: 'PRV', name: 'Time Off' },
  { id: 13, audience: 'PRV', name: 'Documents' },
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
} as const
