import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { HAND_OVER_STATES, type StayReason } from '#domain/hand-over.ts'
import { id, instant, name, version } from './columns.ts'
import { providers } from './providers.ts'
import { scheduleEvents } from './schedule.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'
import { users } from './users.ts'

/** A provider's work that was handed over to colleagues in one step (docs/decisions/handing-over.md). */
export const handOvers = pgTable(
  'hand_overs',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    fromDate: date().notNull(),
    at: instant().notNull(),
    byId: integer()
      .notNull()
      .references(() => users.id),
    state: text({ enum: HAND_OVER_STATES }).notNull().default('moved'),
    /** When it was last undone, if ever. */
    undoneAt: instant(),
    undoneById: integer().references(() => users.id),
    version: version(),
  },
  (t) => [index().on(t.providerId, t.at)],
)

/** Each session or student that went to a colleague. */
export const handOverItems = pgTable(
  'hand_over_items',
  {
    id: id(),
    handOverId: integer()
      .notNull()
      .references(() => handOvers.id),
    toProviderId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    scheduleEventId: integer().references(() => scheduleEvents.id),
    studentId: integer().references(() => students.id),
    /** As it was called then. */
    name: name().notNull(),
    /** The session's version after the hand-over; null for a student. Another one means that it was changed since. */
    sessionVersion: integer(),
    /** Whether the session itself moved: one that is someone else's may have dates that were the provider's. */
    isSessionMoved: boolean().notNull().default(false),
    /** Those that moved, each with its version then; without those that went back. */
    occurrences: jsonb().$type<readonly (readonly [id: number, version: number])[]>().notNull(),
    /** How many moved. */
    sessionsCount: integer().notNull().default(0),
    /** The day on which a student goes to the colleague; null once they have, for sessions, and if nothing is to move anymore. */
    movesOn: date(),
    isUndone: boolean().notNull().default(false),
    /** What did not move or go back, and why. */
    stayed: jsonb().$type<readonly { why: StayReason; dates: string[] }[]>().notNull().default([]),
  },
  (t) => [
    index().on(t.handOverId),
    index('hand_over_items_coming').on(t.studentId).where(sql`${t.movesOn} is not null`),
    check('hand_over_items_one', sql`num_nonnulls(${t.scheduleEventId}, ${t.studentId}) = 1`),
  ],
)
