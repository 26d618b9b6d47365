import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { MAIL_CHOICES, NOTIFICATION_AUDIENCES, SENT_CHOICES } from '#domain/notifications.ts'
import { NEWS_KEYS } from '#domain/open-work.ts'
import { id, instant, now } from './columns.ts'
import { providers } from './providers.ts'
import { roles, users } from './users.ts'

/**
 * An event to notify people of, written in the transaction in which it happened. It goes to everyone with a role or to
 * one user.
 */
export const notificationEvents = pgTable(
  'notification_events',
  {
    id: id(),
    /** Its definition's name; '' for those written before they had one. */
    kind: text().notNull().default(''),
    /** The recipient's list of categories: administrators' (ADM) or everyone else's (PRV). */
    audience: text({ enum: NOTIFICATION_AUDIENCES }).notNull(),
    categoryId: integer().notNull(),
    recipientRoleId: integer().references(() => roles.id),
    recipientUserId: integer().references(() => users.id),
    recipientProviderId: integer().references(() => providers.id),
    message: text().notNull(),
    /** What email says: without names of students and free text. '' for those written before email did. */
    mailMessage: text().notNull().default(''),
    /** The address of the page that shows what it is about. */
    href: text().notNull().default('/'),
    /** What it is about: the machine's id of a lifecycle, and the record. */
    subject: text().notNull(),
    subjectId: integer().notNull(),
    /** The record as the transition log names it, which is not always an id: `providerId/date` for a provider's day. */
    entity: text().notNull(),
    causedById: integer().references(() => users.id),
    createdAt: now(),
  },
  (t) => [
    index().on(t.subject, t.entity),
    check(
      'notification_events_recipient',
      sql`num_nonnulls(${t.recipientRoleId}, ${t.recipientUserId}, ${t.recipientProviderId}) = 1`,
    ),
  ],
)

/** An event in a user's list. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => notificationEvents.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The event's category. */
    categoryId: integer().notNull(),
    readAt: instant(),
    /** How it still has to be sent by email; null once it was, or if it never is. */
    mail: text({ enum: SENT_CHOICES }),
  },
  (t) => [
    uniqueIndex('notifications_recipient').on(t.eventId, t.userId),
    index().on(t.userId, t.categoryId, t.id),
    index('notifications_unread').on(t.userId, t.categoryId).where(sql`${t.readAt} is null`),
    index('notifications_to_mail').on(t.userId).where(sql`${t.mail} is not null and ${t.readAt} is null`),
  ],
)

/** How users get the notifications of a category by email; without a row, as src/domain/notifications.ts says. */
export const notificationMailChoices = pgTable(
  'notification_mail_choices',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    categoryId: integer().notNull(),
    mail: text({ enum: MAIL_CHOICES }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.categoryId] })],
)

/** Answers and decisions that a user has dismissed on the Home Page: all of that kind until then. */
export const dismissedNews = pgTable(
  'dismissed_news',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    key: text({ enum: NEWS_KEYS }).notNull(),
    until: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)
