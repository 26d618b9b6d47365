/**
 * The query behind every calendar: one prepared statement per set of filters in use. It is what the server is asked most
 * (a provider's week), so it reads only what the wire has, and its text values are cut rather than parsed.
 */
import { and, asc, between, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApprovedDate, calendarEventSchema } from '#contract/schedule.ts'
import { type LocalDate, WEEKDAYS, weekdayOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { occurrenceStudents, occurrences, providerDays, providers, schools, students } from '#server/db/schema.ts'
import { dayEntity, wireApproval, wireApprovedStatus } from './provider-days.ts'

/** What the contract takes as a calendar event: ids and texts, no more parsing. */
export type WireEvent = z.input<typeof calendarEventSchema>

export interface CalendarFilter {
  from: LocalDate
  /** Counts. */
  to: LocalDate
  providerId?: number | undefined
  schoolId?: number | undefined
  studentId?: number | undefined
  /** Of the title, the school, the provider or a student; upper and lower case alike. */
  keywords?: string | undefined
}

/** As people read it: given, middle and family name. */
export const providerName = sql<string>`concat_ws(' ', ${providers.firstName}, nullif(${providers.middleName}, ''), ${providers.lastName})`

/** Everything a calendar shows of an occurrence. Instants come as PostgreSQL writes them, in UTC. */
export const calendarColumns = {
  id: occurrences.id,
  scheduleEventId: occurrences.scheduleEventId,
  title: occurrences.title,
  date: occurrences.date,
  startTime: occurrences.startTime,
  endTime: occurrences.endTime,
  startsAt: sql<string>`${occurrences.startsAt}::text`,
  endsAt: sql<string>`${occurrences.endsAt}::text`,
  providerId: occurrences.providerId,
  providerName,
  schoolId: occurrences.schoolId,
  schoolName: schools.name,
  colourCode: occurrences.colourCode,
  schoolColour: schools.colourCode,
  scheduleEventMode: occurrences.scheduleEventMode,
  studentsCount: occurrences.studentsCount,
  isRecurring: occurrences.isRecurring,
  dayState: providerDays.state,
  version: occurrences.version,
}

export const dayOfOccurrence = and(
  eq(providerDays.providerId, occurrences.providerId),
  eq(providerDays.date, occurrences.date),
)

const hasStudent = (db: Db, condition: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(occurrenceStudents)
      .innerJoin(students, eq(students.id, occurrenceStudents.studentId))
      .where(and(eq(occurrenceStudents.occurrenceId, occurrences.id), condition)),
  )

const pattern = sql.placeholder('pattern')

const conditions = {
  providerId: () => eq(occurrences.providerId, sql.placeholder('providerId')),
  schoolId: () => eq(occurrences.schoolId, sql.placeholder('schoolId')),
  studentId: (db: Db) => hasStudent(db, eq(students.id, sql.placeholder('studentId'))),
  keywords: (db: Db) =>
    or(
      sql`${occurrences.title} ilike ${pattern}`,
      sql`${schools.name} ilike ${pattern}`,
      sql`${providerName} ilike ${pattern}`,
      hasStudent(db, sql`${students.name} ilike ${pattern}`),
    ),
} satisfies Record<string, (db: Db) => SQL | undefined>

type FilterName = keyof typeof conditions
const filterNames = Object.keys(conditions) as FilterName[]

const prepare = (db: Db, filters: readonly FilterName[]) =>
  db
    .select(calendarColumns)
    .from(occurrences)
    .innerJoin(providers, eq(providers.id, occurrences.providerId))
    .innerJoin(schools, eq(schools.id, occurrences.schoolId))
    .leftJoin(providerDays, dayOfOccurrence)
    .where(
      and(
        between(occurrences.date, sql.placeholder('from'), sql.placeholder('to')),
        isNull(occurrences.deletedAt),
        ...filters.map((filter) => conditions[filter](db)),
      ),
    )
    .orderBy(asc(occurrences.date), asc(occurrences.startTime), asc(occurrences.id))
    .prepare(`calendar ${filters.join(' ')}`)

type Prepared = ReturnType<typeof prepare>
type CalendarRow = Awaited<ReturnType<Prepared['execute']>>[number]

const statements = new WeakMap<Db, Map<string, Prepared>>()

const statementFor = (db: Db, filters: readonly FilterName[]): Prepared => {
  const known = statements.get(db) ?? new Map<string, Prepared>()
  statements.set(db, known)
  const key = filters.join(' ')
  const statement = known.get(key) ?? prepare(db, filters)
  known.set(key, statement)
  return statement
}

/** What a person typed, as a pattern that finds it anywhere. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`

/** Rows in order of date and time. */
export const readCalendar = (db: Db, filter: CalendarFilter): Promise<CalendarRow[]> => {
  const keywords = filter.keywords?.trim()
  const given = { ...filter, keywords }
  const filters = filterNames.filter((name) => given[name] !== undefined && given[name] !== '')
  return statementFor(db, filters).execute({ ...given, pattern: containing(keywords ?? '') })
}

/** `2026-03-10 13:00:00+00` as `2026-03-10T13:00:00Z`: sessions lie on whole minutes. */
const wireInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}Z`

/** The rows as calendar events. Weekdays are worked out once a date. */
export const wireEvents = (rows: readonly CalendarRow[]): WireEvent[] => {
  const weekdays = new Map<LocalDate, string>()
  const weekdayName = (date: LocalDate) => {
    const name = weekdays.get(date) ?? WEEKDAYS[weekdayOf(date)]
    weekdays.set(date, name)
    return name
  }
  return rows.map((row) => ({
    id: row.id,
    scheduleEventId: row.scheduleEventId,
    title: row.title,
    eventDate: row.date,
    eventWeekDay: weekdayName(row.date),
    eventStartTime: row.startTime.slice(0, 5),
    eventEndTime: row.endTime.slice(0, 5),
    startDateTimeUtc: wireInstant(row.startsAt),
    endDateTimeUtc: wireInstant(row.endsAt),
    providerId: row.providerId,
    providerName: row.providerName,
    schoolId: row.schoolId,
    schoolName: row.schoolName,
    colourCode: row.colourCode,
    homePageColourCode: row.schoolColour,
    scheduleEventMode: row.scheduleEventMode === 1 ? 1 : 2,
    studentsCount: row.studentsCount,
    isRecurring: row.isRecurring,
    isApproved: wireApproval(row.dayState),
    entityCacheKey: String(row.version),
  }))
}

/** Each provider's day that the rows lie on, once. */
export const approvedDates = (rows: readonly CalendarRow[]): ApprovedDate[] => {
  const days = new Map<string, ApprovedDate>()
  for (const { providerId, date, dayState } of rows) {
    const key = dayEntity({ providerId, date })
    if (days.has(key)) continue
    days.set(key, {
      providerId,
      approvedDate: date,
      approvedStatus: wireApprovedStatus(dayState),
      isApproved: wireApproval(dayState),
    })
  }
  return [...days.values()]
}
