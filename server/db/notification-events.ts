import { eq } from 'drizzle-orm'
import type { NotificationAudience, NotificationCategory } from '#domain/notifications.ts'
import { bulkInsert, type Executor } from './bulk-insert.ts'
import type { Tx } from './database.ts'
import { notificationEvents, users } from './schema.ts'

/** An event to notify people of. */
export type NotificationEvent = {
  readonly [Audience in NotificationAudience]: {
    readonly audience: Audience
    readonly category: NotificationCategory<Audience>
    /** Everyone with a role, or one user. */
    readonly to: { readonly roleId: number } | { readonly userId: number }
    /** The text they read. */
    readonly message: string
    /** The machine's id of the lifecycle that it is about, as in src/machines, and the record. */
    readonly subject: string
    readonly subjectId: number
  }
}[NotificationAudience]

/**
 * Stores notifications; call with the transaction in which the event happens, so that neither exists without the other.
 *
 * @param causedBy the user who caused it; null for the server itself
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

/** Tells a provider's user about a change of their schedule; does nothing for a provider who can't sign in. */
export const notifyOfSchedule = async (
  tx: Tx,
  { userId: causedBy, now }: { userId: number; now: Date },
  { providerId, ...event }: Pick<NotificationEvent, 'message' | 'subject' | 'subjectId'> & { providerId: number },
): Promise<void> => {
  const told = await tx.select({ userId: users.id }).from(users).where(eq(users.providerId, providerId))
  const events = told.map((to) => ({ audience: 'PRV', category: 'Schedule', to, ...event }) as const)
  await writeNotifications(tx, causedBy, now, events)
}
