/**
 * Columns that tables are made of. Dates and times are the organization's wall clock, as `YYYY-MM-DD` and `HH:mm:ss`
 * strings; `timestamptz` columns are instants.
 */
import { customType, integer, numeric, timestamp } from 'drizzle-orm/pg-core'

/** Names are compared and sorted by Unicode's rules, whatever the server's locale. */
export const name = customType<{ data: string }>({ dataType: () => 'text COLLATE "und-x-icu"' })

/** What names are compared by, character by character. */
export const key = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A transaction's number, as text: it never comes again. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** When the row was written. */
export const now = () => instant().notNull().defaultNow()

/**
 * Of rows that two people may change: every change increments it. It is the wire's `entityCacheKey`, by which the later of
 * two changes is refused with 409.
 */
export const version = () => integer().notNull().default(1)

/** Exact, in hundredths. */
export const hours = () => numeric({ precision: 8, scale: 2 })
