/** Past days that are not approved yet, and what each waits for. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { OpenDay, UnconfirmedProvider } from '#contract/open-work.ts'
import { OPEN_DAYS_BACK, type OpenDayStatus } from '#domain/open-work.ts'
import { isReadOnlyDay, PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { addDays, type LocalDate, localOf } from '#domain/time.ts'
import type { Queryable } from '#server/db/database.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { users } from '#server/db/schema/users.ts'
import type { Clock } from '#server/http/handler.ts'
import { wireApproval } from './provider-days.ts'

export interface OpenDaysFilter extends Clock {
  /** Everyone's if empty. */
  providerIds: readonly number[]
  status?: OpenDayStatus | undefined
  /** The earliest day; by default the earliest that is looked for. */
  from?: LocalDate
  /** The latest day, inclusive; today if omitted or later. */
  to?: LocalDate
}

const CLOSED = PROVIDER_DAY_STATES.filter(isReadOnlyDay)
const REJECTED = PROVIDER_DAY_STATES.filter((state) => wireApproval(state) === 2)

/**
 * provider_id, date, school_ids, unconfirmed_school_ids, status. A day is past once its last session has ended, as for approval. A rejected day
 * stays rejected until its hours are confirmed again.
 */
export const openDays = ({ providerIds, status, now, timeZone, from, to }: OpenDaysFilter): SQL => {
  const { date: today } = localOf(now, timeZone)
  const earliest = from ?? addDays(today, -OPEN_DAYS_BACK)
  const latest = to !== undefined && to < today ? to : today
  // For every table: the planner doesn't see that a joined row's date is within the days, too, and reads all there are.
  const within = (date: SQLWrapper) => sql`${date} between ${earliest} and ${latest}`
  return sql`select * from (
    select days.provider_id, days.date, days.school_ids, days.unconfirmed_school_ids,
      case when ${providerDays.state} = any(${sql.param(REJECTED)}::text[]) then 2
        when days.unconfirmed_school_ids is not null then 1 else 3 end as status
    from (
      select at_schools.provider_id, at_schools.date, array_agg(at_schools.school_id order by at_schools.school_id) as school_ids,
        array_agg(at_schools.school_id order by at_schools.school_id)
          filter (where is_required and ${timesheets.confirmedAt} is null)
          as unconfirmed_school_ids
      from (
        select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
          bool_or(${occurrences.isTimesheetRequired}) as is_required, max(${occurrences.endsAt}) as ends_at
        from ${occurrences}
        where ${within(occurrences.date)} and ${occurrences.deletedAt} is null
          ${providerIds.length === 0 ? sql`` : sql`and ${occurrences.providerId} = any(${sql.param(providerIds)}::int[])`}
          and not exists (select 1 from ${providerDays} as closed where closed.provider_id = ${occurrences.providerId}
            and closed.date = ${occurrences.date} and ${within(sql`closed.date`)} and closed.state = any(${sql.param(CLOSED)}::text[]))
        group by 1, 2, 3
      ) as at_schools
      left join ${timesheets} on ${timesheets.providerId} = at_schools.provider_id
        and ${timesheets.schoolId} = at_schools.school_id and ${timesheets.date} = at_schools.date and ${within(timesheets.date)}
      group by 1, 2 having max(ends_at) <= ${now.toISOString()}::timestamptz
    ) as days
    left join ${providerDays} on ${providerDays.providerId} = days.provider_id and ${providerDays.date} = days.date
      and ${within(providerDays.date)}
  ) as open_days ${status === undefined ? sql`` : sql`where status = ${status}`}`
}

/** Latest first. */
export const readOpenDays = async (
  db: Queryable,
  filter: OpenDaysFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; days: OpenDay[] }> => {
  const { rows } = await db.execute<OpenDay & { total: number } & Record<string, unknown>>(sql`
    with found as materialized (${openDays(filter)}),
    page as (
      select found.*, ${providers.lastName} as last_name, ${providers.firstName} as first_name,
        ${distinctProviderName} as provider_name
      from found join ${providers} on ${providers.id} = found.provider_id
      order by date desc, last_name, first_name, provider_id limit ${limit} offset ${offset}
    )
    select (select count(*)::int from found) as "total", page.provider_id as "providerId",
      page.provider_name as "providerName", page.date::text as "date", page.status,
      array(select ${schools.name} from ${schools} where ${schools.id} = any(page.school_ids)
        order by ${schools.name}, ${schools.id}) as "schoolNames",
      ${providerDays.reason} as "reason", ${users.displayName} as "decidedBy"
    from page
    left join ${providerDays} on page.status = 2 and ${providerDays.providerId} = page.provider_id
      and ${providerDays.date} = page.date
    left join ${users} on page.status = 2 and ${users.id} = ${providerDays.decidedById}
    order by page.date desc, page.last_name, page.first_name, page.provider_id`)
  // A page past the end has no row that says how many there are.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : (await readOpenDays(db, filter, { limit: 1, offset: 0 })).total)
  return { total, days: rows.map(({ total: _, ...day }) => day) }
}

/** How many days wait in each status, and how many providers still have to confirm some. */
export const countOpenDays = async (
  db: Queryable,
  filter: OpenDaysFilter,
): Promise<{ byStatus: ReadonlyMap<OpenDayStatus, number>; days: number; unconfirmedProviders: number }> => {
  const { rows } = await db.execute<{ status: OpenDayStatus; days: number; providers: number[] }>(sql`
    select status, count(*)::int as days, array_agg(distinct provider_id) as providers
    from (${openDays(filter)}) as found group by status`)
  const unconfirmed = rows.filter(({ status }) => status !== 3).flatMap((row) => row.providers)
  return {
    byStatus: new Map(rows.map(({ status, days }) => [status, days])),
    days: rows.reduce((sum, { days }) => sum + days, 0),
    unconfirmedProviders: new Set(unconfirmed).size,
  }
}

/** Those with the earliest day first. @param until.to the latest day that counts */
export const readUnconfirmedProviders = async (
  db: Queryable,
  until: Clock & Pick<OpenDaysFilter, 'to'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; providers: UnconfirmedProvider[] }> => {
  const { rows } = await db.execute<UnconfirmedProvider & { total: number } & Record<string, unknown>>(sql`
    select (count(*) over ())::int as "total", found.provider_id as "providerId", ${distinctProviderName} as "providerName",
      (count(*) filter (where status = 1))::int as "unconfirmed",
      (count(*) filter (where status = 2))::int as "rejected", min(found.date)::text as "since"
    from (${openDays({ ...until, providerIds: [] })}) as found
    join ${providers} on ${providers.id} = found.provider_id
    where status <> 3
    group by found.provider_id, ${providers.id}
    order by min(found.date), ${providers.lastName}, ${providers.firstName}, ${providers.id}
    limit ${limit} offset ${offset}`)
  const total =
    rows[0]?.total ?? (offset === 0 ? 0 : (await countOpenDays(db, { ...until, providerIds: [] })).unconfirmedProviders)
  return { total, providers: rows.map(({ total: _, ...provider }) => provider) }
}
