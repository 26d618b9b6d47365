/** Notifications by email: soon after they were written, or in a daily summary (docs/decisions/notification-mail.md). */
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { audienceOf, categoriesOf, SUMMARY_TIME } from '#domain/notifications.ts'
import { roleNameSchema } from '#domain/role-schema.ts'
import { rowId } from '#domain/row-id.ts'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import type { Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { notificationEvents, notifications } from '#server/db/schema/notifications.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { isTold, maySignIn } from '#server/db/users.ts'
import { defineDailyWork } from '#server/jobs/daily-work.ts'
import { defineJob, enqueue } from '#server/jobs/job.ts'
import type { MailServices } from '#server/mail/mail.ts'
import { categoryIdsOf, type MailedNotification, notificationLetter } from './notification-letter.ts'

/** How long those that are sent at once wait for others, in seconds: together they are one message. */
export const GATHERED_SECONDS = 60

type How = 'atOnce' | 'daily'

const isToMail = (how: How) => and(eq(notifications.mail, how), isNull(notifications.readAt))

/** The users' unread ones that still have to be sent, which from now on count as sent. The latest first. */
const take = async (tx: Tx, how: How, userIds: readonly number[]) => {
  const taken = await tx
    .select({
      id: notifications.id,
      userId: notifications.userId,
      categoryId: notifications.categoryId,
      message: notificationEvents.mailMessage,
      href: notificationEvents.href,
      createdAt: notificationEvents.createdAt,
    })
    .from(notifications)
    .innerJoin(notificationEvents, eq(notificationEvents.id, notifications.eventId))
    .where(and(inArray(notifications.userId, [...userIds]), isToMail(how)))
    .orderBy(desc(notifications.id))
    .for('update', { of: notifications })
  const ids = taken.map(({ id }) => id)
  await tx.update(notifications).set({ mail: null }).where(inArray(notifications.id, ids))
  return taken
}

/** Those who may still sign in and know of their account, with the categories that they may read. */
const readReaders = async (tx: Tx, userIds: readonly number[], now: Date) => {
  const found = await tx
    .select({ userId: users.id, name: users.displayName, to: users.email, role: roles.name })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(and(inArray(users.id, [...userIds]), maySignIn(now), isTold))
  return found.map(({ role, ...reader }) => ({
    ...reader,
    categoryIds: categoriesOf(audienceOf(roleNameSchema.parse(role))).map(({ id }): number => id),
  }))
}

interface Sending extends Pick<MailServices, 'mail' | 'links'> {
  readonly now: Date
  /** The day of a daily summary. */
  readonly summaryOf?: LocalDate
}

/** One message for each user. Without a mail server, what would have been sent never is. */
export const mailNotifications = async (
  tx: Tx,
  how: How,
  userIds: readonly number[],
  { mail, links, now, summaryOf }: Sending,
): Promise<void> => {
  const taken = await take(tx, how, userIds)
  if (!mail || !links || taken.length === 0) return
  const timeZone = await organizationZone(tx)
  for (const { to, categoryIds, ...reader } of await readReaders(tx, userIds, now)) {
    const { userId } = reader
    const mailed: MailedNotification[] = taken.filter(
      (one) => one.userId === userId && categoryIds.includes(one.categoryId),
    )
    if (mailed.length === 0) continue
    const letter = notificationLetter(reader, mailed, { links, timeZone, summaryOf })
    await mail.send(tx, { to, letter, stopAt: links.toStop({ userId, categoryIds: categoryIdsOf(mailed) }) })
  }
}

const usersToMail = async (tx: Tx, how: How, more?: SQL): Promise<number[]> => {
  const found = await tx
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .where(and(isToMail(how), more))
  return found.map(({ userId }) => userId)
}

const eventsSchema = z.object({ eventIds: z.array(rowId) })

/** Follows every step that notifies someone at once. Those of a user that came before it was due go along. */
export const notificationMailJob = defineJob<typeof eventsSchema, MailServices>({
  name: 'notification-mail',
  payload: eventsSchema,
  attempts: 12,
  run: async ({ eventIds }, { db, clock, mail, links, finish }) => {
    await db.transaction(async (tx) => {
      const userIds = await usersToMail(tx, 'atOnce', inArray(notifications.eventId, eventIds))
      await mailNotifications(tx, 'atOnce', userIds, { mail, links, now: clock() })
      await finish(tx)
    })
  },
})

const summarySchema = z.object({ userId: rowId, on: localDateSchema })

export const notificationSummaryJob = defineJob<typeof summarySchema, MailServices>({
  name: 'notification-summary',
  payload: summarySchema,
  attempts: 12,
  run: async ({ userId, on: summaryOf }, { db, clock, mail, links, finish }) => {
    await db.transaction(async (tx) => {
      await mailNotifications(tx, 'daily', [userId], { mail, links, now: clock(), summaryOf })
      await finish(tx)
    })
  },
})

/** A job for each user who has something to read. */
export const notificationSummaries = defineDailyWork({
  name: 'notification-summaries',
  timeOf: () => SUMMARY_TIME,
  run: async (tx, { today: on }) => {
    for (const userId of await usersToMail(tx, 'daily')) await enqueue(tx, notificationSummaryJob, { userId, on })
  },
})
