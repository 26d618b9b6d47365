/** Notifications, each written in the transaction of what it is about (docs/decisions/notifications.md). */
import { sql } from 'drizzle-orm'
import { NOTIFICATION_CATEGORIES, type NotificationAudience, type NotificationCategory } from '#domain/notifications.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { type Executor, insertNumbered } from '#server/db/bulk-insert.ts'
import { notificationEvents, notifications, users } from '#server/db/schema.ts'

/** What people are notified of; defined next to the rule that causes it. */
export interface NotificationDefinition<Facts> {
  /** Its name, unique: 'time-off-answered'. */
  readonly kind: string
  readonly audience: NotificationAudience
  readonly categoryId: number
  /** The machine's id of the lifecycle that it is about, as in src/machines. */
  readonly subject: string
  readonly words: (facts: Facts) => string
  /** The address of the page that shows it. */
  readonly href: (facts: Facts) => string
}

/** Defines a notification: who reads it, under which category, its words, and where it leads. */
export const defineNotification = <const Audience extends NotificationAudience, Facts>({
  category,
  ...definition
}: Omit<NotificationDefinition<Facts>, 'categoryId'> & {
  readonly audience: Audience
  readonly category: NotificationCategory<Audience>
}): NotificationDefinition<Facts> => {
  const found = NOTIFICATION_CATEGORIES.find(
    ({ audience, name }) => audience === definition.audience && name === category,
  )
  if (!found) throw new RangeError(`${definition.audience} has no category ${category}`)
  return { ...definition, categoryId: found.id }
}

/** Everyone with a role, one user, or the user of a provider. */
export type Recipient = { readonly roleId: number } | { readonly userId: number } | { readonly providerId: number }

export const ADMINISTRATORS: Recipient = { roleId: ROLE_IDS.Administrators }

/** A notification to write. */
export interface Notice {
  readonly definition: Omit<NotificationDefinition<never>, 'words' | 'href'>
  readonly to: Recipient
  readonly message: string
  readonly href: string
  /** The record of `subject`. */
  readonly subjectId: number
}

/** @param subjectId the record of the definition's `subject` */
export const notice = <Facts>(
  definition: NotificationDefinition<Facts>,
  to: Recipient,
  subjectId: number,
  facts: Facts,
): Notice => ({ definition, to, subjectId, message: definition.words(facts), href: definition.href(facts) })

/**
 * Writes notifications for every active user whom they are for, except for who caused them. A provider who can't sign in
 * gets none.
 *
 * @param tx the transaction of what happened: neither exists without the other
 * @param by.userId who caused it; null for the server itself
 */
export const notify = async (
  tx: Executor,
  { userId, now }: { readonly userId: number | null; readonly now: Date },
  notices: readonly Notice[],
): Promise<void> => {
  if (notices.length === 0) return
  const ids = await insertNumbered(
    tx,
    notificationEvents,
    notices.map(({ definition, to, message, href, subjectId }) => ({
      kind: definition.kind,
      audience: definition.audience,
      categoryId: definition.categoryId,
      subject: definition.subject,
      ...{ subjectId, message, href },
      recipientRoleId: 'roleId' in to ? to.roleId : null,
      recipientUserId: 'userId' in to ? to.userId : null,
      recipientProviderId: 'providerId' in to ? to.providerId : null,
      causedById: userId,
      createdAt: now,
    })),
  )
  await tx.execute(sql`
    insert into ${notifications} (event_id, user_id, category_id)
    select ${notificationEvents.id}, ${users.id}, ${notificationEvents.categoryId}
    from ${notificationEvents} join ${users} on ${users.id} = ${notificationEvents.recipientUserId}
      or ${users.roleId} = ${notificationEvents.recipientRoleId}
      or ${users.providerId} = ${notificationEvents.recipientProviderId}
    where ${notificationEvents.id} = any(${sql.param(ids)}::int[]) and ${users.isActive}
      and ${users.id} is distinct from ${notificationEvents.causedById}
    order by ${notificationEvents.id}`)
}
