import { asc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { notificationEvents, notifications, users } from '#server/db/schema.ts'

/** Who has been notified, and of what, in order: ['Paul Provider', 'Your hours …']. */
export const notified = async ({ db }: Database): Promise<[name: string, message: string][]> => {
  const rows = await db
    .select({ name: users.displayName, message: notificationEvents.message })
    .from(notifications)
    .innerJoin(notificationEvents, eq(notificationEvents.id, notifications.eventId))
    .innerJoin(users, eq(users.id, notifications.userId))
    .orderBy(asc(notifications.id))
  return rows.map(({ name, message }) => [name, message])
}
