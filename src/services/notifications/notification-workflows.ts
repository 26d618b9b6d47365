import type { ApiClient } from '#contract/api-client.ts'
import {
  getNotificationCount,
  getNotifications,
  markCategoryRead,
  markNotificationsRead,
} from '#contract/notifications.ts'
import { type NotificationCategoryId, PANEL_SIZE } from '#domain/notifications.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import { marksMachine } from '#machines/notifications/marks.machine.ts'
import { type Unread, unreadMachine } from '#machines/notifications/unread.machine.ts'
import type { Services } from '../services.ts'

const unreadActors = (client: ApiClient) => ({
  readUnread: fromCall<{ unread: Unread }, void>(async (_, signal) => {
    // Mostly because something came.
    const options = { signal, isUnattended: true }
    const [count, { data: latest }] = await Promise.all([
      client.call(getNotificationCount, { body: { unreadNotificationOnly: true } }, options),
      client.call(
        getNotifications,
        { body: { pageIndex: 1, pageSize: PANEL_SIZE, unreadNotificationOnly: true } },
        options,
      ),
    ])
    return { unread: { count, latest } }
  }),
})

const marksActors = (client: ApiClient) => ({
  markRead: fromCall<void, { ids: readonly number[] }>(async ({ ids }, signal) => {
    await client.call(markNotificationsRead, { body: { ids: ids.join(',') } }, { signal })
  }),
  markCategory: fromCall<void, { categoryId: NotificationCategoryId }>(async ({ categoryId }, signal) => {
    await client.call(markCategoryRead, { body: { notificationCategoryId: categoryId } }, { signal })
  }),
})

export const notificationWorkflows = ({ client }: Services) => [
  provide(unreadMachine, { actors: unreadActors(client) }),
  provide(marksMachine, { actors: marksActors(client) }),
]
