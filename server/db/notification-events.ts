import type { NotificationAudience, NotificationCategory } from '#domain/notifications.ts'
import { bulkInsert, type Executor } from './bulk-insert.ts'
import { notificationEvents } from './schema.ts'

/** Something that somebody has to know of. */
export type NotificationEvent = {
  readonly [Audience in NotificationAudience]: {
    readonly audience: Audience
    readonly category: NotificationCategory<Audience>
    /** Everyone of a role, or one user. */
    readonly to: { readonly roleId: number } | { readonly userId: number }
    /** What they read. */
    readonly message: string
    /** The machine's id of the lifecycle that it is about, as in src/machines, and which record. */
    readonly subject: string
    readonly subjectId: number
  }
}[NotificationAudience]

/**
 * Writes down what people are to be told; to be called with the transaction in which it happens, so that neither is there
 * without the other.
 *
 * @param causedBy the user who did it; null for the server itself
 */
export const writeNotifications = (
  tx: Executor,
  causedBy: number | null,
  at: Date,
  events: readonly NotificationEvent[],
): Promise<void> =>
  bulkInsert(
    tx,
    notificationEvents,
    events.map(({ to, ...event }) => ({
      ...event,
      recipientRoleId: 'roleId' in to ? to.roleId : null,
      recipientUserId: 'userId' in to ? to.userId : null,
      causedById: causedBy,
      createdAt: at,
    })),
  )
