/** Who did what behind an amount: looked up, not frozen (docs/decisions/why.md). */
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Explanation } from '#contract/why.ts'
import type { Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { readLockOutsOf } from '#server/areas/billing/lock-outs.ts'
import { dayEntity } from '#server/areas/schedule/provider-days.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { occurrences, timesheets, transitionLog, users } from '#server/db/schema.ts'

/** A provider's work at a school on a day. */
interface TracedWork {
  readonly providerId: number
  readonly schoolId: number
  readonly date: LocalDate
  readonly occurrenceIds: readonly number[]
}

export const NOBODY = { by: '', onUtc: null }

export const whoOf = (by: string | null, at: Date | null) => ({ by: by ?? '', onUtc: at?.toISOString() ?? null })

/** A row's name: its provider, school and day. */
export const rowKey = (row: { providerId: number; schoolId: number; date: LocalDate }) =>
  `${row.providerId}/${row.schoolId}/${row.date}`

export const readTimesheets = async (db: Db, rows: readonly TracedWork[], { startDate, endDate }: Period) => {
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
export const readApprovals = async (db: Db, rows: readonly Pick<TracedWork, 'providerId' | 'date'>[]) => {
  const days = [...new Set(rows.map(dayEntity))]
  const logged = await db
    .select({ entity: transitionLog.entity, at: transitionLog.at, by: users.displayName })
    .from(transitionLog)
    .leftJoin(users, eq(users.id, transitionLog.userId))
    .where(
      and(
        eq(transitionLog.machine, providerDayMachine.id),
        eq(transitionLog.event, 'day.approve'),
        sql`${transitionLog.entity} = any(${sql.param(days)}::text[])`,
      ),
    )
    .orderBy(asc(transitionLog.id))
  return new Map(logged.map(({ entity, by, at }) => [entity, whoOf(by, at)]))
}

export const readSessions = async (db: Db, rows: readonly Pick<TracedWork, 'occurrenceIds'>[]) => {
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

export const readLocks = async (db: Db, period: Period): Promise<Explanation['locks']> => {
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
