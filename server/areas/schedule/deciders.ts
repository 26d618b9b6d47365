/** Who decided on providers' days, to name them to later users. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { providerDays, providers, users } from '#server/db/schema.ts'
import { type DayKey, dayEntity, isOneOf } from './provider-days.ts'

export interface Decider extends DayKey {
  providerName: string
  /** Null if no one has decided yet, or it is unknown. */
  byId: number | null
  by: string | null
}

/** The providers of the days, and who last approved each or took its approval back. By `dayEntity`. */
export const readDeciders = async (
  db: Pick<Db, 'select'>,
  days: readonly DayKey[],
): Promise<ReadonlyMap<string, Decider>> => {
  if (days.length === 0) return new Map()
  const rows = await db
    .select({
      providerId: providerDays.providerId,
      date: providerDays.date,
      providerName,
      byId: providerDays.decidedById,
      by: users.displayName,
    })
    .from(providerDays)
    .innerJoin(providers, eq(providers.id, providerDays.providerId))
    .leftJoin(users, eq(users.id, providerDays.decidedById))
    .where(isOneOf(days))
    .orderBy(providerDays.date, providerDays.providerId)
  return new Map(rows.map((row) => [dayEntity(row), row]))
}
