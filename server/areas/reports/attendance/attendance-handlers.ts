/** Which sessions that were due were held (spec 2, section 2.9; DESIGN, section 4). */
import { and, type SQL, sql } from 'drizzle-orm'
import { type AttendancePoint, type AttendanceStep, attendanceReport } from '#contract/reports/attendance.ts'
import type { AttendanceStatus } from '#domain/attendance.ts'
import { daysBetween, type LocalDate, localOf, startOfMonth, startOfWeek } from '#domain/time.ts'
import { attendanceStatus, hoursOfOccurrence } from '#server/areas/hours/attendance-status.ts'
import { defineQuery } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { hasWords } from '#server/db/has-words.ts'
import { asText, runStatement } from '#server/db/prepared.ts'
import { distinctProviderName, providerName } from '#server/db/providers.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import type { Clock, HandlersOf } from '#server/http/handler.ts'

type Filters = Partial<typeof attendanceReport.filters.none>

/**
 * What is the same in every statement, put together once (docs/decisions/server-speed.md).
 *
 * Every session has a school and a provider, but outer joins let the database skip those tables when a query doesn't use
 * their columns.
 */
const SESSIONS = asText(sql`select ${occurrences.id} as id, ${occurrences.providerId} as provider_id,
  ${occurrences.date} as date, ${occurrences.startTime} as start_time, ${occurrences.title} as title,
  ${schools.name} as school_name, ${attendanceStatus} as status`)
const WITH_NAMES = asText(sql`from ${occurrences}
  left join ${schools} on ${schools.id} = ${occurrences.schoolId}
  left join ${providers} on ${providers.id} = ${occurrences.providerId}`)
const HOURS = asText(sql`select * from ${timesheets}`)
const BY_HOURS = asText(sql`as ${timesheets} on ${hoursOfOccurrence}`)
const ENDS_AT = asText(sql`${occurrences.deletedAt} is null and ${occurrences.endsAt}`)
const limitsOf = (table: typeof occurrences | typeof timesheets) => ({
  date: asText(sql`${table.date}`),
  provider: asText(sql`${table.providerId}`),
})
const LIMITS_OF_SESSIONS = limitsOf(occurrences)
const LIMITS_OF_HOURS = limitsOf(timesheets)
const DAYS = asText(sql`days.provider_id as "providerId", ${distinctProviderName} as "providerName", days.date,
  days.total as "totalCount", days.absent as "absentRecords",
  ${providers.lastName} as "lastName", ${providers.firstName} as "firstName"
  from days join ${providers} on ${providers.id} = days.provider_id`)

/**
 * Sessions that have ended, each with its status. The hours are limited by the filters, too, and by `offset 0` kept
 * apart: the database then joins them at once, never session by session, which takes several times as long for a year and
 * is what a plan without the dates would do.
 */
const due = ({ now, timeZone }: Clock, { providerId, from, to, keywords }: Filters): SQL => {
  const today = localOf(now, timeZone).date
  const matches = hasWords(keywords, providerName, schools.name, occurrences.title) ?? sql.raw('true')
  const within = ({ date, provider }: ReturnType<typeof limitsOf>) =>
    and(
      sql`${date} <= ${today}`,
      providerId === undefined ? undefined : sql`${provider} = ${providerId}`,
      from ? sql`${date} >= ${from}` : undefined,
      to ? sql`${date} <= ${to}` : undefined,
    )
  return sql`due as (${SESSIONS}, ${matches} as matches ${WITH_NAMES}
    left join (${HOURS} where ${within(LIMITS_OF_HOURS)} offset 0) ${BY_HOURS}
    where ${ENDS_AT} <= ${now.toISOString()}::timestamptz and ${within(LIMITS_OF_SESSIONS)})`
}

/**
 * A session that nobody confirmed on its day counts as absent afterward. `case status` works the status out once per
 * session; two comparisons would do so twice.
 */
const isAbsent = ({ now, timeZone }: Clock): SQL => sql`case status
  when 'Absent' then true when 'Make-up Due' then true
  when 'Not Confirmed' then date < ${localOf(now, timeZone).date} else false end`

/** The longest periods, in days, that a small chart shows by day and by week. */
const MAX_DAYS_BY_DAY = 35
const MAX_DAYS_BY_WEEK = 400

const stepOf = (first: LocalDate, last: LocalDate): AttendanceStep => {
  const days = daysBetween(first, last) + 1
  if (days <= MAX_DAYS_BY_DAY) return 'day'
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month'
}

const firstDayOf: Readonly<Record<AttendanceStep, (date: LocalDate) => LocalDate>> = {
  day: (date) => date,
  week: startOfWeek,
  month: startOfMonth,
}

/** Adds up days to points of the chart. */
const pointsOf = (days: readonly AttendancePoint[], step: AttendanceStep): AttendancePoint[] => {
  const points = new Map<LocalDate, AttendancePoint>()
  for (const { from: date, due, delivered } of days) {
    const from = firstDayOf[step](date)
    const point = points.get(from)
    points.set(from, { from, due: due + (point?.due ?? 0), delivered: delivered + (point?.delivered ?? 0) })
  }
  return [...points.values()]
}

const query = defineQuery(attendanceReport, {
  isPrepared: true,
  // A day with a matching session is counted in full.
  rows: ({ values, ...clock }) => sql`
    with ${due(clock, values)},
    days as (
      select provider_id, date, count(*)::int as total,
        (count(*) filter (where ${isAbsent(clock)}))::int as absent
      from due group by provider_id, date ${values.keywords ? sql.raw('having bool_or(matches)') : sql``}
    )
    select ${DAYS}`,
  order: { provider: ['lastName', 'firstName'], absent: ['absentRecords', 'totalCount'], date: ['date'] },
  unique: ['lastName', 'firstName', 'providerId', 'date'],
  chart: async ({ values, db, ...clock }) => {
    const days = await runStatement<AttendancePoint>(
      db,
      sql`with ${due(clock, values)}
      select date::text as "from", count(*)::int as due, (count(*) filter (where status = 'Present'))::int as delivered
      from due where matches group by date order by date`,
      { isPrepared: true },
    )
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return { step: 'day' as const, points: [] }
    const step = stepOf(first.from, last.from)
    return { step, points: pointsOf(days, step) }
  },
})

export const attendanceHandlers: HandlersOf<'getAttendanceRecord'> = {
  getAttendanceRecord: async ({ body: { providerId, fromDate: date }, db, now, timeZone }) => {
    const { rows } = await db.execute<{ id: number; schoolName: string; eventName: string; status: AttendanceStatus }>(
      sql`with ${due({ now, timeZone }, { providerId, from: date, to: date })}
      select id, school_name as "schoolName", title as "eventName", status from due order by start_time, id`,
    )
    return rows
  },
}

export const servedAttendance = serveReport(attendanceReport, query)
