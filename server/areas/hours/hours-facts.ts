/** What the hours of days are checked against (docs/decisions/checks-on-hours.md): one query for any number of days. */
import { type Column, sql } from 'drizzle-orm'
import type { OddHours } from '#contract/day.ts'
import { halfMonthBefore, halfMonthOf } from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import { checkHours, type HoursFacts, type TimeSpan, USUAL_DAYS } from '#domain/hours-checks.ts'
import { type LocalDate, type LocalTime, weekdayOf } from '#domain/time.ts'
import { isReadOnlyDay, PROVIDER_DAY_STATES } from '#machines/schedule/provider-day.machine.ts'
import { type DayKey, dayEntity } from '#server/areas/schedule/provider-days.ts'
import { type RowFilter, rowKey, type ScheduledRow } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { hoursExplanations, occurrences, providerDays, schools, timesheets } from '#server/db/schema.ts'
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

const earliest = (dates: readonly LocalDate[]): LocalDate => dates.reduce((one, other) => (one < other ? one : other))
const latest = (dates: readonly LocalDate[]): LocalDate => dates.reduce((one, other) => (one > other ? one : other))

/** What is usual comes from the two half-months before the day's, so that it is the same on every page. */
const readKnown = async (on: Executor, rows: readonly FactRow[], dates: readonly LocalDate[]): Promise<Known> => {
  const providerIds = sql.param([...new Set(rows.map(({ providerId }) => providerId))])
  const halves = [...new Map(dates.map((date) => [halfMonthOf(date).startDate, halfMonthOf(date)])).values()]
  const before = halves.map((half) => {
    const last = halfMonthBefore(half)
    return { half: half.startDate, from: halfMonthBefore(last).startDate, to: last.endDate }
  })
  const found = await on.execute<{
    off: (TimeSpan & DayKey) | null
    usual: (UsualKey & { minutes: number }) | null
  }>(sql`
    select json_build_object('providerId', provider_id, 'date', date::text, 'startTime', left(start_time::text, 5),
      'endTime', left(end_time::text, 5)) as off, null::json as usual
    from (${acceptedTimeOff({ from: earliest(dates), to: latest(dates) })}) as off
    where provider_id = any(${providerIds}::int[])
    union all
    select null, json_build_object('half', half::text, 'providerId', provider_id, 'schoolId', school_id, 'weekday', weekday,
      'minutes', minutes)
    from (
      select half, ${timesheets.providerId} as provider_id, ${timesheets.schoolId} as school_id,
        extract(dow from ${timesheets.date})::int as weekday,
        round(avg(date_part('epoch', ${timesheets.endTime} - ${timesheets.startTime})) / 60)::int as minutes
      from unnest(
          ${sql.param(before.map(({ half }) => half))}::date[],
          ${sql.param(before.map(({ from }) => from))}::date[],
          ${sql.param(before.map(({ to }) => to))}::date[]
        ) as compared (half, from_date, to_date)
      join ${timesheets} on ${timesheets.date} between from_date and to_date
      where ${timesheets.providerId} = any(${providerIds}::int[]) and ${timesheets.confirmedAt} is not null
        and not ${timesheets.isZeroHours}
      group by 1, 2, 3, 4 having count(*) >= ${USUAL_DAYS}
    ) as usual`)
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

/** Confirmed hours of days that are not approved yet. */
const readConfirmedRows = async (on: Executor, { from, to, providerIds }: RowFilter): Promise<ConfirmedRow[]> => {
  const within = (table: { date: Column; providerId: Column }) => sql`${table.date} between ${from} and ${to}
    ${providerIds ? sql`and ${table.providerId} = any(${sql.param(providerIds)}::int[])` : sql``}`
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
    join (
      select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
        min(${occurrences.startTime}) as first_start, max(${occurrences.endTime}) as last_end
      from ${occurrences}
      where ${within(occurrences)} and ${occurrences.deletedAt} is null and ${occurrences.isTimesheetRequired}
      group by 1, 2, 3
    ) as planned on planned.provider_id = ${timesheets.providerId} and planned.school_id = ${timesheets.schoolId}
      and planned.date = ${timesheets.date}
    join ${schools} on ${schools.id} = ${timesheets.schoolId}
    left join ${hoursExplanations} on ${hoursExplanations.providerId} = ${timesheets.providerId}
      and ${hoursExplanations.schoolId} = ${timesheets.schoolId} and ${hoursExplanations.date} = ${timesheets.date}
    where ${within(timesheets)} and ${timesheets.confirmedAt} is not null
    order by ${timesheets.date}, ${timesheets.providerId}, planned.first_start, ${timesheets.schoolId}`)
  return rows.map(({ firstStart, lastEnd, ...row }) => ({
    ...row,
    sessions: { startTime: firstStart, endTime: lastEnd },
  }))
}

/** The confirmed hours, of days that are not approved yet, in which something is odd; in order of date. */
export const readOddHours = async (on: Executor, filter: RowFilter): Promise<OddHours[]> => {
  const rows = await readConfirmedRows(on, filter)
  const facts = await readFacts(on, rows)
  return rows.flatMap((row) => {
    const known = facts.get(rowKey(row))
    const findings = known === undefined ? [] : checkHours(row, known)
    if (findings.length === 0) return []
    const { providerId, schoolId, schoolName, date, startTime, endTime, explanation } = row
    return [{ providerId, schoolId, schoolName, date, startTime, endTime, findings, explanation }]
  })
}
