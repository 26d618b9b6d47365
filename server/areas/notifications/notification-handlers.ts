/** A user's notifications; every query is bounded to the caller's own. */
import { and, count, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Notification } from '#contract/notifications.ts'
import { audienceOf, categoriesOf } from '#domain/notifications.ts'
import type { PooledDb } from '#server/db/database.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { notificationEvents, notifications } from '#server/db/schema/notifications.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'

/** In the categories of the caller's role: a provider who was an administrator no longer sees what administrators do. */
const ownOf = ({ userId, role }: Caller): SQL | undefined => {
  const ids = categoriesOf(audienceOf(role)).map(({ id }) => id)
  return and(eq(notifications.userId, userId), inArray(notifications.categoryId, ids))
}

const isUnread = isNull(notifications.readAt)

const read = async (
  db: PooledDb,
  which: SQL | undefined,
  { limit, offset }: ReturnType<typeof rangeOf>,
): Promise<Notification[]> => {
  const rows = await db
    .select({
      id: notifications.id,
      message: notificationEvents.message,
      readAt: notifications.readAt,
      createdAt: notificationEvents.createdAt,
      href: notificationEvents.href,
    })
    .from(notifications)
    .innerJoin(notificationEvents, eq(notificationEvents.id, notifications.eventId))
    .where(which)
    .orderBy(desc(notifications.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ readAt, createdAt, ...row }) => ({
    ...row,
    isRead: readAt !== null,
    createdOnUtc: createdAt.toISOString(),
  }))
}

const mark = async (
  { db, user, now }: { readonly db: PooledDb; readonly user: Caller; readonly now: Date },
  which: SQL,
): Promise<null> => {
  await db.transaction((tx) =>
    tx
      .update(notifications)
      .set({ readAt: now })
      .where(and(ownOf(user), isUnread, which)),
  )
  return null
}

export const notificationHandlers: HandlersOf<
  | 'getNotificationCount'
  | 'getNotifications'
  | 'getNotificationCategories'
  | 'getNotificationsByCategory'
  | 'markNotificationsRead'
  | 'markCategoryRead'
> = {
  getNotificationCount: ({ body: { notificationCategoryId: category, unreadNotificationOnly }, db, user }) =>
    db.$count(
      notifications,
      and(
        ownOf(user),
        category == null ? undefined : eq(notifications.categoryId, category),
        unreadNotificationOnly ? isUnread : undefined,
      ),
    ),

  getNotifications: async ({ body: { pageIndex, pageSize, unreadNotificationOnly }, db, user }) => {
    const which = and(ownOf(user), unreadNotificationOnly ? isUnread : undefined)
    const data = await read(db, which, rangeOf({ pageIndex, pageSize }))
    return { data, totalRecords: await db.$count(notifications, which), pageIndex, pageSize }
  },

  getNotificationCategories: async ({ db, user }) => {
    const unread = await db
      .select({ id: notifications.categoryId, unread: count() })
      .from(notifications)
      .where(and(ownOf(user), isUnread))
      .groupBy(notifications.categoryId)
    return categoriesOf(audienceOf(user.role)).map(({ id, name }) => ({
      notificationCategoryId: id,
      name,
      unread: unread.find((category) => category.id === id)?.unread ?? 0,
    }))
  },

  getNotificationsByCategory: async ({ body, db, user }) => {
    const which = and(ownOf(user), eq(notifications.categoryId, body.notificationCategoryId))
    return replyPage(body, await read(db, which, rangeOf(body)), await db.$count(notifications, which))
  },

  markNotificationsRead: ({ body: { ids }, ...asked }) =>
    mark(asked, inArray(notifications.id, ids.split(',').map(Number))),

  markCategoryRead: ({ body: { notificationCategoryId }, ...asked }) =>
    mark(asked, eq(notifications.categoryId, notificationCategoryId)),
}
