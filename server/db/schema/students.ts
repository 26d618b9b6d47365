import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, instant, key, name, version } from './columns.ts'
import { providers } from './providers.ts'
import { schools } from './schools.ts'
import { services } from './services.ts'

export const students = pgTable(
  'students',
  {
    id: id(),
    name: name().notNull(),
    /** What the name is compared by (`nameKey` in src/domain/name-key.ts). */
    nameKey: key().generatedAlwaysAs(sql`name_key(name)`),
    gender: text().notNull(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    /** The therapist whose caseload the student is on; null if unassigned. */
    providerId: integer().references(() => providers.id),
    isActive: boolean().notNull().default(true),
    /** A deleted student is not active either. */
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    index().on(t.schoolId, t.providerId),
    index().on(t.providerId),
    // Lets a page of a list of thousands be read in order instead of sorted.
    index('students_live_by_name').on(t.name, t.id).where(sql`${t.deletedAt} is null`),
    // Finds students with the same name.
    index('students_same_name').on(t.nameKey),
  ],
)

export const serviceFrequencies = pgTable('service_frequencies', {
  id: integer().primaryKey(),
  serviceFrequency: text().notNull(),
  /** The title as a number. */
  times: smallint().notNull().default(1),
})

export const durations = pgTable('durations', {
  id: integer().primaryKey(),
  duration: text().notNull(),
  minutes: integer().notNull(),
})

export const eventFrequencies = pgTable('event_frequencies', {
  id: integer().primaryKey(),
  eventFrequency: text().notNull(),
  /** The number of school weeks that the times refer to (docs/decisions/mandated-minutes.md). */
  everyWeeks: smallint().notNull().default(1),
})

export const sessionTypes = pgTable('session_types', { id: integer().primaryKey(), name: text().notNull() })

/**
 * How often and how long a student is seen. Null for what was not chosen: the form does not require any of it (spec 3,
 * section 5).
 */
export const caseloadFrequencies = pgTable(
  'caseload_frequencies',
  {
    id: id(),
    studentId: integer()
      .notNull()
      .references(() => students.id),
    serviceId: integer().references(() => services.id),
    serviceFrequencyId: integer().references(() => serviceFrequencies.id),
    durationId: integer().references(() => durations.id),
    eventFrequencyId: integer().references(() => eventFrequencies.id),
    sessionTypeId: integer().references(() => sessionTypes.id),
    deletedAt: instant(),
  },
  (t) => [index().on(t.studentId)],
)
