/** Who did what behind an amount (docs/decisions/why.md): looked up while it can change, frozen with an invoice. */
import { and, asc, desc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Explanation } from '#contract/why.ts'
import type { AdminFee } from '#domain/billing/invoice-lines.ts'
import type { Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { readLockOutsOf } from '#server/areas/billing/lock-outs.ts'
import { dayEntity } from '#server/areas/provider-days/provider-days.ts'
import { rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Queryable } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'

/** A provider's work at a school on a day. */
interface TracedWork {
  readonly providerId: number
  readonly schoolId: number
  readonly date: LocalDate
  readonly occurrenceIds: readonly number[]
}

export const NOBODY = { by: '', onUtc: null }

export const whoOf = (by: string | null, at: Date | null) => ({ by: by ?? '', onUtc: at?.toISOString() ?? null })

export const readTimesheets = async (db: Queryable, rows: readonly TracedWork[], { startDate, endDate }: Period) => {
  const stored = await db
    .select({ timesheet: timesheets, by: users.displayName })
    .from(timesheets)
    .leftJoin(users, eq(users.id, timesheets.confirmedById))
    .where(
      and(
        gte(timesheets.date, startDate),
        lte(timesheets.date, endDate),
        oneOf(
          timesheets.providerId,
          rows.map(({ providerId }) => providerId),
        ),
      ),
    )
  return new Map(stored.map(({ timesheet, by }) => [rowKey(timesheet), { ...timesheet, by }]))
}

/** The latest approval of each day, by `dayEntity`. */
export const readApprovals = async (db: Queryable, rows: readonly Pick<TracedWork, 'providerId' | 'date'>[]) => {
  const days = [...new Set(rows.map(dayEntity))]
  const logged = await db
    .select({ entity: transitionLog.entity, at: transitionLog.at, by: users.displayName })
    .from(transitionLog)
    .leftJoin(users, eq(users.id, transitionLog.userId))
    .where(
      and(
        eq(transitionLog.machine, providerDayMachine.id),
        inArray(transitionLog.event, ['day.approve', 'correction.approve']),
        sql`${transitionLog.entity} = any(${sql.param(days)}::text[])`,
      ),
    )
    .orderBy(asc(transitionLog.id))
  return new Map(logged.map(({ entity, by, at }) => [entity, whoOf(by, at)]))
}

export const readSessions = async (db: Queryable, rows: readonly Pick<TracedWork, 'occurrenceIds'>[]) => {
  const { id, title, startTime, endTime } = occurrences
  const found = await db
    .select({ id, title, startTime, endTime })
    .from(occurrences)
    .where(
      oneOf(
        occurrences.id,
        rows.flatMap(({ occurrenceIds }) => occurrenceIds),
      ),
    )
  return new Map(found.map((session) => [session.id, session]))
}

export const readLocks = async (db: Queryable, period: Period): Promise<Explanation['locks']> => {
  const lockOuts = await readLockOutsOf(db, period)
  return lockOuts
    .map(({ startDate, endDate, isForced, lockedBy: by, createdOnUtc: onUtc }) => ({
      startDate,
      endDate,
      isForced,
      by,
      onUtc,
    }))
    .reverse()
}

export const readRates = async (db: Queryable, rows: readonly { readonly rateId: number }[]) => {
  const found = await db
    .select({ rate: schoolServiceRates, by: users.displayName })
    .from(schoolServiceRates)
    .leftJoin(users, eq(users.id, schoolServiceRates.createdById))
    .where(
      oneOf(
        schoolServiceRates.id,
        rows.map(({ rateId }) => rateId),
      ),
    )
  return new Map(
    found.map(({ rate, by }) => [
      rate.id,
      { since: rate.effectiveDate, set: whoOf(by, by === null ? null : rate.createdAt) },
    ]),
  )
}

type Origins = Awaited<ReturnType<typeof readRates>>

/** Since when a rate applies, and who set it. @param from the first day of the work, if the rate is not on record */
export const originOfRate = (rates: Origins, rateId: number | undefined, from: LocalDate) =>
  (rateId === undefined ? undefined : rates.get(rateId)) ?? { since: from, set: NOBODY }

/** The schools' admin fees, the newest first. */
export const readFees = (db: Queryable, schoolIds: readonly number[]) =>
  db
    .select({ fee: schoolAdminFees, by: users.displayName })
    .from(schoolAdminFees)
    .leftJoin(users, eq(users.id, schoolAdminFees.createdById))
    .where(and(oneOf(schoolAdminFees.schoolId, schoolIds), isNull(schoolAdminFees.deletedAt)))
    .orderBy(desc(schoolAdminFees.effectiveDate))

/** Since when a fee applies, and who set it. */
export const originOfFee = (
  fees: Awaited<ReturnType<typeof readFees>>,
  { schoolId, percent }: Pick<AdminFee, 'percent'> & { readonly schoolId: number },
  { startDate, endDate }: Period,
) => {
  const set = fees.find(
    ({ fee }) => fee.schoolId === schoolId && fee.adminFee === percent && fee.effectiveDate <= endDate,
  )
  return {
    since: set?.fee.effectiveDate ?? startDate,
    set: set ? whoOf(set.by, set.by === null ? null : set.fee.createdAt) : NOBODY,
  }
}
