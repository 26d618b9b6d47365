import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  unique,
} from 'drizzle-orm/pg-core'
import { PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { lastUpdated } from './audit-columns.ts'
import { id, instant, version } from './columns.ts'
import { providers } from './providers.ts'
import { schools } from './schools.ts'
import { services } from './services.ts'
import { users } from './users.ts'

/**
 * A provider's day: the lifecycle that approval works on (DESIGN, section 2). A day without a row is open. Hours and
 * sessions of an approved or locked day are read-only for everyone.
 */
export const providerDays = pgTable(
  'provider_days',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    state: text({ enum: PROVIDER_DAY_STATES }).notNull(),
    /** 0 pending, 1 approved, 2 rejected, as on the wire. */
    approvalStatus: smallint().notNull().default(0),
    decidedById: integer().references(() => users.id),
    decidedAt: instant(),
    /** Why the day was rejected or reopened; null in any other state. */
    reason: text(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.date] }), index().on(t.date)],
)

/** A note by a provider, or an administrator for them, on a day as a whole (spec 2, section 3). */
export const dayNotes = pgTable(
  'day_notes',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    dayNote: text().notNull(),
    ...lastUpdated(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.date] })],
)

/** Why the provider's hours at a school on a day are as they are, for the administrator who approves them. Hours can be explained before they are stored. */
export const hoursExplanations = pgTable(
  'hours_explanations',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    date: date().notNull(),
    explanation: text().notNull(),
    ...lastUpdated(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.schoolId, t.date] })],
)

/** Hours of a provider at a school on a day; stored once they differ from the sessions' times, or are confirmed. */
export const timesheets = pgTable(
  'timesheets',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    date: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    isZeroHours: boolean().notNull().default(false),
    serviceId: integer().references(() => services.id),
    confirmedAt: instant(),
    confirmedById: integer().references(() => users.id),
    updatedById: integer().references(() => users.id),
    version: version(),
  },
  (t) => [
    unique('timesheets_provider_school_date').on(t.providerId, t.schoolId, t.date),
    index().on(t.date),
    foreignKey({ columns: [t.providerId, t.date], foreignColumns: [providerDays.providerId, providerDays.date] }),
    check('timesheets_times', sql`${t.isZeroHours} OR ${t.startTime} < ${t.endTime}`),
  ],
)

/** The days on which providers were reminded of hours that they have not confirmed. */
export const hourReminders = pgTable(
  'hour_reminders',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    sentOn: date().notNull(),
    /** The earliest day that was not confirmed. */
    since: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.sentOn] })],
)
