/** Who has seen what is confidential, and when. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, now } from './columns.ts'
import { providers } from './providers.ts'
import { students } from './students.ts'
import { users } from './users.ts'

/** Who has seen a provider's Social Security number in full. */
export const ssnReveals = pgTable(
  'ssn_reveals',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
  },
  (t) => [index().on(t.providerId, t.at)],
)

/** Who read which part of a student's page, or their sessions in a report, and when. Append-only: a trigger refuses anything else. */
export const studentReadings = pgTable(
  'student_readings',
  {
    id: id(),
    at: now(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    studentId: integer()
      .notNull()
      .references(() => students.id),
    part: text({ enum: ['student', 'minutes', 'sessions'] }).notNull(),
  },
  (t) => [index().on(t.studentId, t.at), index().on(t.userId, t.at)],
)
