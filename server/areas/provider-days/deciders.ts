/** Who decided on providers' days, to name them to later users. */
import { eq } from 'drizzle-orm'
import type { ApprovedDate } from '#contract/schedule.ts'
import { isSentBack } from '#domain/provider-day.ts'
import { formatDate } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { approvedDateOf, type StatedDay } from './day-status.ts'
import { type DayKey, dayEntity, isOneOf } from './provider-days.ts'

export interface Decider extends DayKey {
  providerName: string
  /** Null if no one has decided yet, or it is unknown. */
  byId: number | null
  by: string | null
  at: Date | null
  /** Why the day is rejected or reopened; null in any other state. */
  reason: string | null
}

/** The providers of the days, and who last approved, rejected or reopened each. By `dayEntity`. */
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
      at: providerDays.decidedAt,
      reason: providerDays.reason,
    })
    .from(providerDays)
    .innerJoin(providers, eq(providers.id, providerDays.providerId))
    .leftJoin(users, eq(users.id, providerDays.decidedById))
    .where(isOneOf(days))
    .orderBy(providerDays.date, providerDays.providerId)
  return new Map(rows.map((row) => [dayEntity(row), row]))
}

/** '11/20/2026 was already approved for Paul Provider by Ada Admin.' */
export const alreadyDecided = ({ date, providerName, by }: Decider, what: 'approved' | 'rejected'): string =>
  `${formatDate(date)} was already ${what} for ${providerName}${by === null ? '' : ` by ${by}`}.`

/** The status of days on the wire, with the reasons of those that were rejected or reopened. */
export const readDayStatuses = async (db: Pick<Db, 'select'>, days: readonly StatedDay[]): Promise<ApprovedDate[]> => {
  const sentBack = days.filter(({ state }) => state !== null && isSentBack(state))
  const deciders = await readDeciders(db, sentBack)
  return days.map((day) => {
    const { reason = null, by = null, at = null } = deciders.get(dayEntity(day)) ?? {}
    const status = approvedDateOf(day)
    if (reason === null || by === null || at === null) return status
    return { ...status, decision: { reason, decidedBy: by, decidedAtUtc: at.toISOString() } }
  })
}
