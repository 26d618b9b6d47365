/** A provider's hours at a school on a day: as stored, or else derived from the day's sessions (DESIGN, section 4). */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { ProposedHours, Timesheet } from '#contract/schedule.ts'
import type { TimeSpan } from '#domain/hours-checks.ts'
import type { ProviderDayState } from '#domain/provider-day.ts'
import type { LocalDate } from '#domain/time.ts'
import { type DayKey, dayEntity, wireApproval } from '#server/areas/provider-days/provider-days.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { providerName } from '#server/db/providers.ts'
import { hoursExplanations, providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'

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
  firstStart: string
  proposedEnd: string
  lastEnd: string
  proposedServiceId: number
  proposedServiceName: string
  explanation: string
}

const requiresHours = occurrences.isTimesheetRequired

/**
 * When the sessions at the provider's next school of the day begin.
 *
 * @param schoolId if given, the rows of the other schools are not among `grouped`
 * @param takesTurn of a row in `grouped`; the others are left out
 */
export const nextStart = (schoolId: number | undefined, takesTurn: SQL): SQL =>
  schoolId === undefined
    ? sql`lead(start_time) over (partition by provider_id, date, ${takesTurn} order by start_time, last_end, school_id)`
    : sql`case when ${takesTurn} then (
        select other.start_time from (
          select other.school_id, min(other.start_time) as start_time, max(other.end_time) as last_end
          from ${occurrences} as other
          where other.provider_id = grouped.provider_id and other.date = grouped.date and other.deleted_at is null
            and other.is_timesheet_required and other.school_id <> grouped.school_id
          group by other.school_id) as other
        where (other.start_time, other.last_end, other.school_id)
          > (grouped.start_time, grouped.last_end, grouped.school_id)
        order by other.start_time limit 1) end`

/**
 * The rows of `grouped` with `next_start`, if nothing is proposed for the stored ones. Days whose rows are all stored, as
 * most are, need no order: sorting them takes longer than all else.
 *
 * @param grouped one row per provider, school and day, with start_time, last_end and is_stored
 * @param takesTurn whether a row's sessions are among the next ones
 */
export const proposedTurns = (grouped: SQL, schoolId?: number, takesTurn: SQL = sql`true`): SQL => {
  if (schoolId !== undefined) {
    return sql`select grouped.*, ${nextStart(schoolId, sql`not is_stored`)} as next_start from (${grouped}) as grouped`
  }
  return sql`
    with grouped as materialized (${grouped}),
    undecided as materialized (select distinct provider_id, date from grouped where not is_stored)
    select grouped.*, ${nextStart(schoolId, takesTurn)} as next_start from grouped
    where (provider_id, date) in (select provider_id, date from undecided)
    union all
    select grouped.*, null from grouped where (provider_id, date) not in (select provider_id, date from undecided)`
}

/**
 * When the hours that are proposed for a row of `turns` end (docs/decisions/hours-at-several-schools.md): with its last
 * session, or where those at the next school begin. Equal to the start if there is nothing to propose.
 */
export const proposedEnd = sql`case when turns.next_start < turns.last_end then coalesce((
      select max(least(held.end_time, turns.next_start)) from ${occurrences} as held
      where held.provider_id = turns.provider_id and held.school_id = turns.school_id and held.date = turns.date
        and held.start_time < turns.next_start and held.deleted_at is null and held.is_timesheet_required
    ), turns.start_time) else turns.last_end end`

/**
 * What the sessions of each provider, school and day amount to: provider_id, school_id, date, service_id, is_required,
 * start_time and last_end of the sessions, and end_time, when the proposed hours end.
 */
export const scheduledDays = (filter: RowFilter): SQL => {
  const { from, to, providerIds, schoolId } = filter
  return sql`
    select turns.*, ${proposedEnd} as end_time
    from (
      select grouped.*, ${nextStart(schoolId, sql`is_required`)} as next_start
      from (
        select provider_id, school_id, date,
          coalesce(min(${occurrences.startTime}) filter (where ${requiresHours}), min(${occurrences.startTime}))
            as start_time,
          coalesce(max(${occurrences.endTime}) filter (where ${requiresHours}), max(${occurrences.endTime})) as last_end,
          (array_agg(${occurrences.serviceId} order by not ${requiresHours}, ${occurrences.startTime}, ${occurrences.id}))[1]
            as service_id,
          bool_or(${requiresHours}) as is_required
        from ${occurrences}
        where ${occurrences.date} between ${from} and ${to} and ${occurrences.deletedAt} is null
          ${providerIds ? sql`and ${occurrences.providerId} = any(${sql.param(providerIds)}::int[])` : sql``}
          ${schoolId === undefined ? sql`` : sql`and ${occurrences.schoolId} = ${schoolId}`}
        group by provider_id, school_id, date
      ) as grouped
    ) as turns`
}

/** A row with what its day's sessions amount to, whatever is stored. */
export interface ScheduledRow extends Timesheet {
  proposed: ProposedHours
  /** From the start of the first session to the end of the last one. */
  sessions: TimeSpan
}

/** Like `readTimesheetRows`, with what the sessions say. */
export const readScheduledRows = async (on: Executor, filter: RowFilter): Promise<ScheduledRow[]> => {
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
      coalesce(${timesheets.version}, 0) as "version",
      left(days.start_time::text, 5) as "firstStart",
      left(days.end_time::text, 5) as "proposedEnd",
      left(days.last_end::text, 5) as "lastEnd",
      days.service_id as "proposedServiceId",
      planned.description as "proposedServiceName",
      coalesce(${hoursExplanations.explanation}, '') as "explanation"
    from days
    join ${providers} on ${providers.id} = days.provider_id
    join ${schools} on ${schools.id} = days.school_id
    left join ${timesheets} on ${timesheets.providerId} = days.provider_id
      and ${timesheets.schoolId} = days.school_id and ${timesheets.date} = days.date
    left join ${providerDays} on ${providerDays.providerId} = days.provider_id and ${providerDays.date} = days.date
    left join ${services} on ${services.id} = case when ${timesheets.id} is null then days.service_id
      else ${timesheets.serviceId} end
    left join ${services} as planned on planned.id = days.service_id
    left join ${hoursExplanations} on ${hoursExplanations.providerId} = days.provider_id
      and ${hoursExplanations.schoolId} = days.school_id and ${hoursExplanations.date} = days.date
    order by days.date, ${providers.lastName}, ${providers.firstName}, days.provider_id, days.start_time, days.school_id`)
  return rows.map(
    ({ dayState, version, firstStart, proposedEnd, lastEnd, proposedServiceId, proposedServiceName, ...row }) => ({
      ...row,
      isApproved: wireApproval(dayState),
      entityCacheKey: String(version),
      proposed: {
        startTime: firstStart,
        endTime: proposedEnd,
        serviceId: proposedServiceId,
        serviceName: proposedServiceName,
      },
      sessions: { startTime: firstStart, endTime: lastEnd },
    }),
  )
}

/**
 * One row per provider, school and day with a session, ordered by day, provider and school. If no session requires
 * hours, the row has `isRequired: false`: there is nothing to confirm.
 */
export const readTimesheetRows = async (on: Executor, filter: RowFilter): Promise<Timesheet[]> =>
  (await readScheduledRows(on, filter)).map(({ proposed: _, sessions: __, explanation: ___, ...row }) => row)

/** Whether a row of a table is on the filter's days, and its providers'. */
export const withinOf =
  ({ from, to, providerIds }: Omit<RowFilter, 'schoolId'>) =>
  (table: { date: AnyColumn; providerId: AnyColumn }): SQL =>
    sql`${table.date} between ${from} and ${to}
    ${providerIds ? sql`and ${table.providerId} = any(${sql.param(providerIds)}::int[])` : sql``}`

/** What is counted of a row, and what tells whether it has changed. */
export type CountedRow = RowKey &
  Pick<Timesheet, 'id' | 'startTime' | 'endTime' | 'isZeroHours' | 'isConfirmed' | 'isRequired' | 'entityCacheKey'>

/** The same rows in the same order within a day, without names: in half the time for everyone's week. */
export const readCountedRows = async (on: Executor, filter: Omit<RowFilter, 'schoolId'>): Promise<CountedRow[]> => {
  const within = withinOf(filter)
  const grouped = sql`
    select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
      coalesce(min(${occurrences.startTime}) filter (where ${requiresHours}), min(${occurrences.startTime})) as start_time,
      coalesce(max(${occurrences.endTime}) filter (where ${requiresHours}), max(${occurrences.endTime})) as last_end,
      bool_or(${requiresHours}) as is_required, ${timesheets.id} is not null as is_stored, ${timesheets.id} as id,
      ${timesheets.version} as version, ${timesheets.startTime} as stored_start, ${timesheets.endTime} as stored_end,
      ${timesheets.isZeroHours} as is_zero_hours, ${timesheets.confirmedAt} is not null as is_confirmed
    from ${occurrences}
    left join ${timesheets} on ${timesheets.providerId} = ${occurrences.providerId}
      and ${timesheets.schoolId} = ${occurrences.schoolId} and ${timesheets.date} = ${occurrences.date}
      and ${within(timesheets)}
    where ${within(occurrences)} and ${occurrences.deletedAt} is null
    group by ${occurrences.providerId}, ${occurrences.schoolId}, ${occurrences.date}, ${timesheets.id}`
  const { rows } = await on.execute<CountedRow & Record<string, unknown>>(sql`
    select coalesce(id, 0) as id, provider_id as "providerId", school_id as "schoolId", date::text as date,
      left(coalesce(stored_start, turns.start_time)::text, 5) as "startTime",
      left((case when is_stored then stored_end else ${proposedEnd} end)::text, 5) as "endTime",
      coalesce(is_zero_hours, false) as "isZeroHours", is_confirmed as "isConfirmed", is_required as "isRequired",
      coalesce(version, 0)::text as "entityCacheKey"
    from (${proposedTurns(grouped, undefined, sql`is_required`)}) as turns
    order by turns.date, provider_id, turns.start_time, school_id`)
  return rows
}

/** Minutes between two times of a day, as `minutesBetween` in src/domain/hours.ts. */
export const minutesBetween = (start: SQL, end: SQL): SQL => sql`(date_part('epoch', ${end} - ${start}) / 60)`

interface WeekHours extends Record<string, unknown> {
  /** The week's Sunday. */
  from: LocalDate
  /** Minutes that the sessions were scheduled for. */
  scheduled: number
  /** Minutes that were confirmed. */
  delivered: number
}

/** The hours that require confirmation, of all rows together, by week; weeks without any are missing. */
export const readWeeklyHours = async (on: Executor, filter: RowFilter): Promise<Map<LocalDate, WeekHours>> => {
  const { rows } = await on.execute<WeekHours>(sql`
    with days as (${scheduledDays(filter)})
    select (days.date - extract(dow from days.date)::int)::text as "from",
      sum(${minutesBetween(sql`days.start_time`, sql`days.end_time`)})::int as "scheduled",
      coalesce(sum(${minutesBetween(sql`${timesheets.startTime}`, sql`${timesheets.endTime}`)})
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
