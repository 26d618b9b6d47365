import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/**
 * A write that named itself with a key, so that its repeat gets the first reply instead of a second write. The row
 * commits with the write. Kept for a day (server/jobs/clean-up.ts).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Null for a call without a signed-in user. */
    userId: integer().references(() => users.id),
    /** A hash: the key itself decrypts the reply. */
    keyHash: text().notNull(),
    /** What was asked, hashed with the key. */
    fingerprint: text().notNull(),
    /** Encrypted with the key. Null only inside the transaction that writes. */
    reply: text(),
    createdAt: instant().notNull(),
  },
  (t) => [unique('idempotency_keys_key').on(t.userId, t.keyHash).nullsNotDistinct(), index().on(t.createdAt)],
)
