/** The corrections of the days behind an amount, and what the days said before (docs/decisions/corrections.md). */
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Explanation } from '#contract/why.ts'
import type { Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { type DayKey, dayRows } from '#server/areas/provider-days/provider-days.ts'
import { rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { whoOf } from './who-did.ts'

/** The corrections of the days behind an amount, the earliest first. */
export const readCorrectionsOf = async (db: Db, days: readonly DayKey[]): Promise<Explanation['corrections']> => {
  if (days.length === 0) return []
  const found = await db
    .select({ correction: dayCorrections, providerName, by: users.displayName })
    .from(dayCorrections)
    .innerJoin(providers, eq(providers.id, dayCorrections.providerId))
    .innerJoin(users, eq(users.id, dayCorrections.openedById))
    .where(
      and(
        ne(dayCorrections.state, 'canceled'),
        sql`(${dayCorrections.providerId}, ${dayCorrections.date}) in (select * from ${dayRows(days)})`,
      ),
    )
    .orderBy(asc(dayCorrections.id))
  return found.map(({ correction: { id, date, reason, state, openedAt }, providerName: name, by }) => ({
    ...{ id, date, reason, state, providerName: name, opened: whoOf(by, openedAt) },
  }))
}

interface KeptRow extends Record<string, unknown> {
  readonly providerId: number
  readonly schoolId: number
  readonly date: LocalDate
  readonly startTime: string
  readonly endTime: string
  readonly confirmedBy: string | null
  readonly confirmedAt: string | null
  readonly approvedBy: string | null
  readonly approvedAt: string | null
}

/** The timesheet rows of corrected days as they were before the first correction, which payroll keeps. */
export const readRowsBeforeCorrections = async (
  db: Db,
  { startDate, endDate, providerId }: Period & { readonly providerId: number },
) => {
  const { rows } = await db.execute<KeptRow>(sql`
    select first.provider_id as "providerId", (kept.row->>'school_id')::int as "schoolId", first.date::text as date,
      kept.row->>'start_time' as "startTime", kept.row->>'end_time' as "endTime",
      confirmer.display_name as "confirmedBy", kept.row->>'confirmed_at' as "confirmedAt",
      approver.display_name as "approvedBy", first.day->>'decided_at' as "approvedAt"
    from (
      select distinct on (provider_id, date) provider_id, date, rows_before, rows_before->'provider_days'->0 as day
      from ${dayCorrections}
      where state <> 'canceled' and keeps_pay and provider_id = ${providerId} and date between ${startDate} and ${endDate}
      order by provider_id, date, id
    ) as first
    cross join lateral jsonb_array_elements(first.rows_before->'timesheets') as kept (row)
    left join ${users} as confirmer on confirmer.id = (kept.row->>'confirmed_by_id')::int
    left join ${users} as approver on approver.id = (first.day->>'decided_by_id')::int`)
  const who = (by: string | null, at: string | null) => whoOf(by, at === null ? null : new Date(at))
  return new Map(
    rows.map((row) => [
      rowKey(row),
      {
        hours: { startTime: row.startTime, endTime: row.endTime },
        confirmed: row.confirmedAt === null ? null : who(row.confirmedBy, row.confirmedAt),
        approved: who(row.approvedBy, row.approvedAt),
      },
    ]),
  )
}
