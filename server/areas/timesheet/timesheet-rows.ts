/** A provider's hours at a school on a day: as stored, or else derived from the day's sessions (DESIGN, section 4). */
import { type SQL, sql } from 'drizzle-orm'
import type { Timesheet } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import type { ProviderDayState } from '#machines/schedule/provider-day.machine.ts'
import { type DayKey, dayEntity, wireApproval } from '#server/areas/schedule/provider-days.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { providerName } from '#server/db/providers.ts'
import { occurrences, providerDays, providers, schools, services, timesheets } from '#server/db/schema.ts'

export interface RowFilter {
  from: LocalDate
  /** Inclusive. */
  to: LocalDate
  /** Everyone's if omitted. */
  providerIds?: readonly number[] | undefined
  schoolId?: number | undefined
}

export interface RowKey {
  providerId: number
  schoolId: number
  date: LocalDate
}

export const rowKey = ({ providerId, schoolId, date }: RowKey): string => `${providerId}/${schoolId}/${date}`

interface StoredRow extends Record<string, unknown> {
  id: number
  providerId: number
  providerName: string
  schoolId: number
  schoolName: string
  colourCode: string
  date: string
  startTime: string
  endTime: string
  isZeroHours: boolean
  isConfirmed: boolean
  dayState: ProviderDayState | null
  serviceId: number | null
  serviceName: string | null
  isRequired: boolean
  version: number
}

const requiresHours = occurrences.isTimesheetRequired

/** What the sessions of each provider, school and day amount to. */
export const scheduledDays = ({ from, to, providerIds, schoolId }: RowFilter): SQL => sql`
    select provider_id, school_id, date,
      coalesce(min(${occurrences.startTime}) filter (where ${requiresHours}), min(${occurrences.startTime})) as start_time,
      coalesce(max(${occurrences.endTime}) filter (where ${requiresHours}), max(${occurrences.endTime})) as end_time,
      (array_agg(${occurrences.serviceId} order by not ${requiresHours}, ${occurrences.startTime}, ${occurrences.id}))[1]
        as service_id,
      bool_or(${requiresHours}) as is_required
    from ${occurrences}
    where ${occurrences.date} between ${from} and ${to} and ${occurrences.deletedAt} is null
      ${providerIds ? sql`and ${occurrences.providerId} = any(${sql.param(providerIds)}::int[])` : sql``}
      ${schoolId === undefined ? sql`` : sql`and ${occurrences.schoolId} = ${schoolId}`}
    group by provider_id, school_id, date`

/**
 * One row per provider, school and day with a session, ordered by day, provider and school. If no session requires
 * hours, the row has `isRequired: false`: there is nothing to confirm.
 */
export const readTimesheetRows = async (on: Executor, filter: RowFilter): Promise<Timesheet[]> => {
  const { rows } = await on.execute<StoredRow>(sql`
    with days as (
      ${scheduledDays(filter)}
    )
    select coalesce(${timesheets.id}, 0) as "id",
      days.provider_id as "providerId",
      ${providerName} as "providerName",
      days.school_id as "schoolId",
      ${schools.name} as "schoolName",
      ${schools.colourCode} as "colourCode",
      days.date::text as "date",
      left(coalesce(${timesheets.startTime}, days.start_time)::text, 5) as "startTime",
      left(coalesce(${timesheets.endTime}, days.end_time)::text, 5) as "endTime",
      coalesce(${timesheets.isZeroHours}, false) as "isZeroHours",
      ${timesheets.confirmedAt} is not null as "isConfirmed",
      ${providerDays.state} as "dayState",
      ${services.id} as "serviceId",
      ${services.description} as "serviceName",
      days.is_required as "isRequired",
      coalesce(${timesheets.version}, 0) as "version"
    from days
    join ${providers} on ${providers.id} = days.provider_id
    join ${schools} on ${schools.id} = days.school_id
    left join ${timesheets} on ${timesheets.providerId} = days.provider_id
      and ${timesheets.schoolId} = days.school_id and ${timesheets.date} = days.date
    left join ${providerDays} on ${providerDays.providerId} = days.provider_id and ${providerDays.date} = days.date
    left join ${services} on ${services.id} = case when ${timesheets.id} is null then days.service_id
      else ${timesheets.serviceId} end
    order by days.date, ${providers.lastName}, ${providers.firstName}, days.provider_id, days.start_time, days.school_id`)
  return rows.map(({ dayState, version, ...row }) => ({
    ...row,
    isApproved: wireApproval(dayState),
    entityCacheKey: String(version),
  }))
}

/** Of two times of a day, as `hundredthsBetween` in src/domain/hours.ts. */
export const hundredthsBetween = (start: SQL, end: SQL): SQL => sql`round(extract(epoch from ${end} - ${start}) / 36)`

interface WeekHours extends Record<string, unknown> {
  /** The week's Sunday. */
  from: LocalDate
  /** Hundredths of an hour that the sessions were scheduled for. */
  scheduled: number
  /** Hundredths of an hour that were confirmed. */
  delivered: number
}

/** The hours that require confirmation, of all rows together, by week; weeks without any are missing. */
export const readWeeklyHours = async (on: Executor, filter: RowFilter): Promise<Map<LocalDate, WeekHours>> => {
  const { rows } = await on.execute<WeekHours>(sql`
    with days as (${scheduledDays(filter)})
    select (days.date - extract(dow from days.date)::int)::text as "from",
      sum(${hundredthsBetween(sql`days.start_time`, sql`days.end_time`)})::int as "scheduled",
      coalesce(sum(${hundredthsBetween(sql`${timesheets.startTime}`, sql`${timesheets.endTime}`)})
        filter (where ${timesheets.confirmedAt} is not null and not ${timesheets.isZeroHours}), 0)::int as "delivered"
    from days
    left join ${timesheets} on ${timesheets.providerId} = days.provider_id
      and ${timesheets.schoolId} = days.school_id and ${timesheets.date} = days.date
    where days.is_required
    group by 1`)
  return new Map(rows.map((week) => [week.from, week]))
}

/** By `dayEntity`. */
export const byDay = <Row extends DayKey>(rows: readonly Row[]): Map<string, Row[]> => {
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const known = days.get(dayEntity(row))
    if (known) known.push(row)
    else days.set(dayEntity(row), [row])
  }
  return days
}

/** The rows of some days, by `dayEntity`; a day without sessions is missing. */
export const readRowsByDay = async (on: Executor, days: readonly DayKey[]): Promise<Map<string, Timesheet[]>> => {
  if (days.length === 0) return new Map()
  const dates = days.map(({ date }) => date).sort()
  const rows = await readTimesheetRows(on, {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    providerIds: [...new Set(days.map(({ providerId }) => providerId))],
  })
  return byDay(rows)
}
