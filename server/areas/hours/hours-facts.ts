/** What the hours of days are checked against (docs/decisions/checks-on-hours.md): one query for any number of days. */
import { type SQL, sql } from 'drizzle-orm'
import type { OddHours } from '#contract/day.ts'
import { halfMonthAfter, halfMonthBefore, halfMonthOf } from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import {
  checkHours,
  DAILY_LIMIT,
  type HoursFacts,
  type TimeSpan,
  UNUSUAL_FACTOR,
  USUAL_DAYS,
} from '#domain/hours-checks.ts'
import { isReadOnlyDay, PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { type LocalDate, type LocalTime, weekdayOf } from '#domain/time.ts'
import { type DayKey, dayEntity, dayRows } from '#server/areas/provider-days/provider-days.ts'
import {
  minutesBetween,
  type RowFilter,
  rowKey,
  type ScheduledRow,
  withinOf,
} from '#server/areas/timesheet/timesheet-rows.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { hoursExplanations, providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { acceptedTimeOff } from './accepted-time-off.ts'

/** What facts need to know of a row. */
export type FactRow = Pick<
  ScheduledRow,
  | 'providerId'
  | 'schoolId'
  | 'schoolName'
  | 'date'
  | 'startTime'
  | 'endTime'
  | 'isZeroHours'
  | 'isRequired'
  | 'sessions'
>

interface Known {
  timeOff: Map<string, TimeSpan[]>
  usual: Map<string, number>
}

interface UsualKey {
  providerId: number
  schoolId: number
  /** The first day of the half-month for which it is usual. */
  half: LocalDate
  weekday: number
}

const usualKey = ({ providerId, schoolId, half, weekday }: UsualKey) => `${providerId}/${schoolId}/${half}/${weekday}`

/** 0 for Sunday, as `date_part('dow')` in a fraction of its time: days since a Sunday, and 0 to 6 for earlier dates, too. */
const weekdayNumber = (date: SQL): SQL => sql`(((${date} - '2000-01-02'::date) % 7 + 7) % 7)`

const earliest = (dates: readonly LocalDate[]): LocalDate => dates.reduce((one, other) => (one < other ? one : other))
const latest = (dates: readonly LocalDate[]): LocalDate => dates.reduce((one, other) => (one > other ? one : other))

/**
 * A SELECT with what is usual in each half-month: half (its first day), until (its last one), provider_id, school_id,
 * weekday (0 for Sunday) and minutes. It comes from the two half-months before, so that it is the same on every page.
 */
const usualMinutes = (dates: readonly LocalDate[], providerIds: readonly number[] | undefined): SQL => {
  const halves = [...new Map(dates.map((date) => [halfMonthOf(date).startDate, halfMonthOf(date)])).values()]
  const compared = halves.map((half) => {
    const last = halfMonthBefore(half)
    return { half: half.startDate, until: half.endDate, from: halfMonthBefore(last).startDate, to: last.endDate }
  })
  return sql`
    select half, until, ${timesheets.providerId} as provider_id, ${timesheets.schoolId} as school_id,
      ${weekdayNumber(sql`${timesheets.date}`)} as weekday,
      round(avg(${minutesBetween(sql`${timesheets.startTime}`, sql`${timesheets.endTime}`)}))::int as minutes
    from unnest(
        ${sql.param(compared.map(({ half }) => half))}::date[],
        ${sql.param(compared.map(({ until }) => until))}::date[],
        ${sql.param(compared.map(({ from }) => from))}::date[],
        ${sql.param(compared.map(({ to }) => to))}::date[]
      ) as compared (half, until, from_date, to_date)
    join ${timesheets} on ${timesheets.date} between from_date and to_date
    where ${timesheets.confirmedAt} is not null and not ${timesheets.isZeroHours}
      ${providerIds ? sql`and ${timesheets.providerId} = any(${sql.param(providerIds)}::int[])` : sql``}
    group by 1, 2, 3, 4, 5 having count(*) >= ${USUAL_DAYS}`
}

const readKnown = async (on: Executor, rows: readonly FactRow[], dates: readonly LocalDate[]): Promise<Known> => {
  const providerIds = [...new Set(rows.map(({ providerId }) => providerId))]
  const found = await on.execute<{
    off: (TimeSpan & DayKey) | null
    usual: (UsualKey & { minutes: number }) | null
  }>(sql`
    select json_build_object('providerId', provider_id, 'date', date::text, 'startTime', left(start_time::text, 5),
      'endTime', left(end_time::text, 5)) as off, null::json as usual
    from (${acceptedTimeOff({ from: earliest(dates), to: latest(dates) })}) as off
    where provider_id = any(${sql.param(providerIds)}::int[])
    union all
    select null, json_build_object('half', half::text, 'providerId', provider_id, 'schoolId', school_id, 'weekday', weekday,
      'minutes', minutes)
    from (${usualMinutes(dates, providerIds)}) as usual`)
  const timeOff = new Map<string, TimeSpan[]>()
  const usual = new Map<string, number>()
  for (const { off, usual: days } of found.rows) {
    if (off) {
      const { startTime, endTime } = off
      timeOff.set(dayEntity(off), [...(timeOff.get(dayEntity(off)) ?? []), { startTime, endTime }])
    }
    if (days) usual.set(usualKey(days), days.minutes)
  }
  return { timeOff, usual }
}

/** The facts of the rows that require hours, by `rowKey`. @param rows all of each day, since they are compared */
export const readFacts = async (on: Executor, rows: readonly FactRow[]): Promise<Map<string, HoursFacts>> => {
  const required = rows.filter(({ isRequired }) => isRequired)
  if (required.length === 0) return new Map()
  const dates = [...new Set(required.map(({ date }) => date))]
  const { timeOff, usual } = await readKnown(on, required, dates)
  // Once for each date, not for each row: there may be thousands.
  const kinds = new Map(dates.map((date) => [date, { half: halfMonthOf(date).startDate, weekday: weekdayOf(date) }]))
  const facts = new Map<string, HoursFacts>()
  for (const [day, ofDay] of grouped(required, dayEntity)) {
    for (const row of ofDay) {
      const { providerId, schoolId, date, sessions } = row
      const kind = kinds.get(date)
      facts.set(rowKey(row), {
        sessions,
        usual: (kind && usual.get(usualKey({ providerId, schoolId, ...kind }))) ?? null,
        timeOff: timeOff.get(day) ?? [],
        others: ofDay
          .filter((other) => other !== row && !other.isZeroHours && other.startTime < other.endTime)
          .map((other) => ({
            schoolId: other.schoolId,
            schoolName: other.schoolName,
            startTime: other.startTime,
            endTime: other.endTime,
          })),
      })
    }
  }
  return facts
}

const CLOSED = PROVIDER_DAY_STATES.filter(isReadOnlyDay)

interface ConfirmedRow extends FactRow {
  explanation: string
}

interface StoredRow extends Omit<ConfirmedRow, 'sessions'>, Record<string, unknown> {
  firstStart: LocalTime
  lastEnd: LocalTime
}

const datesOf = ({ from, to }: RowFilter): LocalDate[] => {
  const dates: LocalDate[] = []
  for (let half = halfMonthOf(from); half.startDate <= to; half = halfMonthAfter(half)) dates.push(half.startDate)
  return dates
}

/**
 * Days on which `checkHours` may find something in confirmed hours, among them all on which it does. Most hours are as
 * scheduled and as usual: finding the others here takes a fraction of reading and checking every row.
 */
const readDaysToCheck = async (on: Executor, filter: RowFilter): Promise<DayKey[]> => {
  const within = withinOf(filter)
  const { rows } = await on.execute<DayKey & Record<string, unknown>>(sql`
    with confirmed as materialized (
      select ${timesheets.providerId} as provider_id, ${timesheets.schoolId} as school_id, ${timesheets.date} as date,
        ${timesheets.startTime} as start_time, ${timesheets.endTime} as end_time,
        ${minutesBetween(sql`${timesheets.startTime}`, sql`${timesheets.endTime}`)} as minutes
      from ${timesheets}
      join ${providerDays} on ${providerDays.providerId} = ${timesheets.providerId}
        and ${providerDays.date} = ${timesheets.date} and ${within(providerDays)}
        and ${providerDays.state} <> all(${sql.param(CLOSED)}::text[])
      where ${within(timesheets)} and ${timesheets.confirmedAt} is not null and not ${timesheets.isZeroHours}
    )
    select provider_id as "providerId", date::text as date from (
      select confirmed.provider_id, confirmed.date
      from confirmed
      join (${plannedSpans(within)}) as planned using (provider_id, school_id, date)
      left join (${usualMinutes(datesOf(filter), filter.providerIds)}) as usual
        on usual.provider_id = confirmed.provider_id and usual.school_id = confirmed.school_id
        and usual.weekday = ${weekdayNumber(sql`confirmed.date`)} and confirmed.date between usual.half and usual.until
      where confirmed.start_time <> planned.first_start or confirmed.end_time <> planned.last_end
        or confirmed.minutes * ${UNUSUAL_FACTOR} <= usual.minutes or confirmed.minutes >= usual.minutes * ${UNUSUAL_FACTOR}
      union
      select provider_id, date from confirmed group by 1, 2 having sum(minutes) > ${DAILY_LIMIT}
      union
      select one.provider_id, one.date
      from confirmed as one join confirmed as other using (provider_id, date)
      where one.school_id < other.school_id and one.start_time < other.end_time and other.start_time < one.end_time
      union
      select confirmed.provider_id, confirmed.date
      from confirmed join (${acceptedTimeOff({ from: filter.from, to: filter.to })}) as off
        on off.provider_id = confirmed.provider_id and off.date = confirmed.date
    ) as days`)
  return rows
}

/** From the first session to the last one, of those that require hours. */
const plannedSpans = (within: ReturnType<typeof withinOf>): SQL => sql`
      select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
        min(${occurrences.startTime}) as first_start, max(${occurrences.endTime}) as last_end
      from ${occurrences}
      where ${within(occurrences)} and ${occurrences.deletedAt} is null and ${occurrences.isTimesheetRequired}
      group by 1, 2, 3`

/** Confirmed hours of days that are not approved yet. */
const readConfirmedRows = async (on: Executor, days: readonly DayKey[]): Promise<ConfirmedRow[]> => {
  const dates = days.map(({ date }) => date)
  const providerIds = [...new Set(days.map(({ providerId }) => providerId))]
  const within = withinOf({ from: earliest(dates), to: latest(dates), providerIds })
  const { rows } = await on.execute<StoredRow>(sql`
    select ${timesheets.providerId} as "providerId", ${timesheets.schoolId} as "schoolId", ${schools.name} as "schoolName",
      ${timesheets.date}::text as date, left(${timesheets.startTime}::text, 5) as "startTime",
      left(${timesheets.endTime}::text, 5) as "endTime", ${timesheets.isZeroHours} as "isZeroHours",
      true as "isRequired", left(planned.first_start::text, 5) as "firstStart",
      left(planned.last_end::text, 5) as "lastEnd", coalesce(${hoursExplanations.explanation}, '') as explanation
    from ${timesheets}
    join ${providerDays} on ${providerDays.providerId} = ${timesheets.providerId}
      and ${providerDays.date} = ${timesheets.date} and ${within(providerDays)}
      and ${providerDays.state} <> all(${sql.param(CLOSED)}::text[])
    join (${plannedSpans(within)}) as planned on planned.provider_id = ${timesheets.providerId} and planned.school_id = ${timesheets.schoolId}
      and planned.date = ${timesheets.date}
    join ${schools} on ${schools.id} = ${timesheets.schoolId}
    left join ${hoursExplanations} on ${hoursExplanations.providerId} = ${timesheets.providerId}
      and ${hoursExplanations.schoolId} = ${timesheets.schoolId} and ${hoursExplanations.date} = ${timesheets.date}
    where ${within(timesheets)} and ${timesheets.confirmedAt} is not null
      and (${timesheets.providerId}, ${timesheets.date}) in (select * from ${dayRows(days)})
    order by ${timesheets.date}, ${timesheets.providerId}, planned.first_start, ${timesheets.schoolId}`)
  return rows.map(({ firstStart, lastEnd, ...row }) => ({
    ...row,
    sessions: { startTime: firstStart, endTime: lastEnd },
  }))
}

/** The confirmed hours, of days that are not approved yet, in which something is odd; in order of date. */
export const readOddHours = async (on: Executor, filter: RowFilter): Promise<OddHours[]> => {
  const days = await readDaysToCheck(on, filter)
  if (days.length === 0) return []
  const rows = await readConfirmedRows(on, days)
  const facts = await readFacts(on, rows)
  return rows.flatMap((row) => {
    const known = facts.get(rowKey(row))
    const findings = known === undefined ? [] : checkHours(row, known)
    if (findings.length === 0) return []
    const { providerId, schoolId, schoolName, date, startTime, endTime, explanation } = row
    return [{ providerId, schoolId, schoolName, date, startTime, endTime, findings, explanation }]
  })
}
