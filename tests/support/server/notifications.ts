import { asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { notificationEvents, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/users.ts'

/** Who has been notified, and of what, in order: ['Paul Provider', 'Your hours …']. */
export const notified = async ({ db }: Database, which?: SQL): Promise<[name: string, message: string][]> => {
  const rows = await db
    .select({ name: users.displayName, message: notificationEvents.message })
    .from(notifications)
    .innerJoin(notificationEvents, eq(notificationEvents.id, notifications.eventId))
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(which)
    .orderBy(asc(notifications.id))
  return rows.map(({ name, message }) => [name, message])
}

/** The same, of those that are unread. */
export const unread = (database: Database) => notified(database, isNull(notifications.readAt))
