/** Notifications, each written in the transaction of what it is about (docs/decisions/notifications.md). */
import { sql } from 'drizzle-orm'
import {
  type MailChoice,
  NOTIFICATION_CATEGORIES,
  type NotificationAudience,
  type NotificationCategory,
} from '#domain/notifications.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { type Executor, insertNumbered } from '#server/db/bulk-insert.ts'
import type { Db } from '#server/db/database.ts'
import { notificationEvents, notificationMailChoices, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/users.ts'
import { noteLasting, settleNotices } from '#server/db/settle-notices.ts'
import { maySignIn } from '#server/db/users.ts'
import { enqueue } from '#server/jobs/job.ts'
import { GATHERED_SECONDS, notificationMailJob } from './notification-mail.ts'

/** What people are notified of; defined next to the rule that causes it. */
export interface NotificationDefinition<Facts> {
  /** Its name, unique: 'time-off-answered'. */
  readonly kind: string
  readonly audience: NotificationAudience
  readonly categoryId: number
  /** The machine's id of the lifecycle that it is about, as in src/machines. */
  readonly subject: string
  /** The record, as the transition log names it; by default the id that it is written with. */
  readonly entityOf?: (facts: Facts) => string
  /**
   * The states of the record in which it holds: once the record leaves them, everyone has read it. 'always' for news, which
   * stays true, and for what its area settles by a rule of its own.
   */
  readonly lastsIn: readonly string[] | 'always'
  /** An earlier one of the same kind and record counts as read: it says less. */
  readonly replacesEarlier?: boolean
  readonly words: (facts: Facts) => string
  /** Its words in an email: without names of students, titles of sessions, or anything that someone wrote. */
  readonly inMail: (facts: Facts) => string
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
  const { kind, subject, lastsIn } = definition
  if (lastsIn !== 'always') noteLasting({ kind, subject, lastsIn })
  return { ...definition, categoryId: found.id }
}

/** Everyone with a role, one user, or the user of a provider. */
export type Recipient = { readonly roleId: number } | { readonly userId: number } | { readonly providerId: number }

export const ADMINISTRATORS: Recipient = { roleId: ROLE_IDS.Administrators }

/** A notification to write. */
export interface Notice {
  readonly definition: Omit<NotificationDefinition<never>, 'words' | 'inMail' | 'href' | 'entityOf'>
  readonly to: Recipient
  readonly message: string
  readonly mailMessage: string
  readonly href: string
  /** The record of `subject`. */
  readonly subjectId: number
  readonly entity: string
}

/** @param subjectId the record of the definition's `subject` */
export const notice = <Facts>(
  definition: NotificationDefinition<Facts>,
  to: Recipient,
  subjectId: number,
  facts: Facts,
): Notice => ({
  definition,
  to,
  subjectId,
  entity: definition.entityOf?.(facts) ?? String(subjectId),
  message: definition.words(facts),
  mailMessage: definition.inMail(facts),
  href: definition.href(facts),
})

const AT_ONCE = NOTIFICATION_CATEGORIES.filter(({ mail }) => mail === 'atOnce').map(({ id }) => id)

/**
 * Writes notifications for every user whom they are for and who can sign in, except for who caused them, with the job
 * that sends email.
 *
 * @param tx the transaction of what happened: neither exists without the other
 * @param by.userId who caused it; null for the server itself
 */
export const notify = async (
  tx: Executor & Pick<Db, 'insert'>,
  { userId, now }: { readonly userId: number | null; readonly now: Date },
  notices: readonly Notice[],
): Promise<void> => {
  if (notices.length === 0) return
  const replaced = notices.filter(({ definition }) => definition.replacesEarlier)
  await settleNotices(
    tx,
    now,
    replaced.map(({ definition: { kind, subject }, entity }) => ({ kind, subject, entity })),
  )
  const ids = await insertNumbered(
    tx,
    notificationEvents,
    notices.map(({ definition, to, message, mailMessage, href, subjectId, entity }) => ({
      kind: definition.kind,
      audience: definition.audience,
      categoryId: definition.categoryId,
      subject: definition.subject,
      ...{ subjectId, entity, message, mailMessage, href },
      recipientRoleId: 'roleId' in to ? to.roleId : null,
      recipientUserId: 'userId' in to ? to.userId : null,
      recipientProviderId: 'providerId' in to ? to.providerId : null,
      causedById: userId,
      createdAt: now,
    })),
  )
  const { mail, userId: chooserId, categoryId } = notificationMailChoices
  const { rows } = await tx.execute<{ mail: MailChoice | null }>(sql`
    insert into ${notifications} (event_id, user_id, category_id, mail)
    select ${notificationEvents.id}, ${users.id}, ${notificationEvents.categoryId},
      nullif(coalesce(${mail}, case when ${notificationEvents.categoryId} = any(${sql.param(AT_ONCE)}::int[])
        then 'atOnce' else 'daily' end), 'never')
    from ${notificationEvents} join ${users} on ${users.id} = ${notificationEvents.recipientUserId}
      or ${users.roleId} = ${notificationEvents.recipientRoleId}
      or ${users.providerId} = ${notificationEvents.recipientProviderId}
    left join ${notificationMailChoices} on ${chooserId} = ${users.id} and ${categoryId} = ${notificationEvents.categoryId}
    where ${notificationEvents.id} = any(${sql.param(ids)}::int[]) and ${maySignIn(now)}
      and ${users.id} is distinct from ${notificationEvents.causedById}
    order by ${notificationEvents.id}
    returning mail`)
  if (rows.some((row) => row.mail === 'atOnce')) {
    await enqueue(tx, notificationMailJob, { eventIds: ids }, GATHERED_SECONDS)
  }
}
