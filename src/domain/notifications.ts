/** Notification categories by audience (DESIGN, section 4). */
export const NOTIFICATION_CATEGORIES = {
  ADM: ['Scheduling', 'Time Off', 'Billing', 'Documents'],
  PRV: ['Schedule', 'Time Off', 'Documents'],
} as const

export type NotificationAudience = keyof typeof NOTIFICATION_CATEGORIES
export const NOTIFICATION_AUDIENCES = ['ADM', 'PRV'] as const satisfies readonly NotificationAudience[]
export type NotificationCategory<Audience extends NotificationAudience> =
  (typeof NOTIFICATION_CATEGORIES)[Audience][number]
