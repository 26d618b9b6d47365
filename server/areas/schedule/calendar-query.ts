/**
 * The query behind every calendar: one prepared statement per combination of filters. It is the server's most frequent
 * query (a provider's week), so it reads only what the wire has, and slices text values instead of parsing them.
 */

import { and, asc, between, eq, exists, fillPlaceholders, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { calendarEventSchema } from '#contract/schedule.ts'
import type { ProviderDayState } from '#domain/provider-day.ts'
import { type LocalDate, WEEKDAYS, weekdayOf, withoutSeconds } from '#domain/time.ts'
import type { StatedDay } from '#server/areas/provider-days/day-status.ts'
import { dayEntity, wireApproval } from '#server/areas/provider-days/provider-days.ts'
import type { Db, PooledDb } from '#server/db/database.ts'
import { keyPattern, nameKeyOf } from '#server/db/has-words.ts'
import { providerName } from '#server/db/providers.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceEdits, occurrenceStudents, occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'

/** A calendar event as the contract has it: ids and text, already parsed. */
export type WireEvent = z.input<typeof calendarEventSchema>

export interface CalendarFilter {
  span?: { from: LocalDate /** Counts. */; to: LocalDate } | undefined
  id?: number | undefined
  providerId?: number | undefined
  schoolId?: number | undefined
  studentId?: number | undefined
  /** The user who added the session. */
  createdById?: number | undefined
  /** Part of the title, the school, the provider or a student; case-insensitive. */
  keywords?: string | undefined
}

/**
 * Everything a calendar shows of an occurrence, in the order of `CalendarRow`. Instants are in PostgreSQL's format, in
 * UTC.
 */
const calendarColumns = {
  id: occurrences.id,
  scheduleEventId: occurrences.scheduleEventId,
  title: occurrences.title,
  date: occurrences.date,
  startTime: occurrences.startTime,
  endTime: occurrences.endTime,
  startsAt: sql`${occurrences.startsAt}::text`,
  endsAt: sql`${occurrences.endsAt}::text`,
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
  /** One lookup in a small index per row. */
  isEdited: sql`exists (select from ${occurrenceEdits} where ${occurrenceEdits.occurrenceId} = ${occurrences.id})`,
  version: occurrences.version,
}

/** A row as the driver returns it: with objects and Drizzle's own mapping, a week took half as long again. */
export type CalendarRow = [
  id: number,
  scheduleEventId: number,
  title: string,
  date: LocalDate,
  startTime: string,
  endTime: string,
  startsAt: string,
  endsAt: string,
  providerId: number,
  providerName: string,
  schoolId: number,
  schoolName: string,
  colourCode: string,
  schoolColour: string,
  scheduleEventMode: number,
  studentsCount: number,
  isRecurring: boolean,
  dayState: ProviderDayState | null,
  isEdited: boolean,
  version: number,
]

const dayOfOccurrence = and(
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
  span: () => between(occurrences.date, sql.placeholder('from'), sql.placeholder('to')),
  id: () => eq(occurrences.id, sql.placeholder('id')),
  providerId: () => eq(occurrences.providerId, sql.placeholder('providerId')),
  schoolId: () => eq(occurrences.schoolId, sql.placeholder('schoolId')),
  studentId: (db: Db) => hasStudent(db, eq(students.id, sql.placeholder('studentId'))),
  createdById: (db: Db) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(scheduleEvents)
        .where(
          and(
            eq(scheduleEvents.id, occurrences.scheduleEventId),
            eq(scheduleEvents.createdById, sql.placeholder('createdById')),
          ),
        ),
    ),
  keywords: (db: Db) =>
    or(
      sql`${nameKeyOf(occurrences.title)} like ${pattern}`,
      sql`${nameKeyOf(schools.name)} like ${pattern}`,
      sql`${nameKeyOf(providerName)} like ${pattern}`,
      hasStudent(db, sql`${students.nameKey} like ${pattern}`),
    ),
} satisfies Record<string, (db: Db) => SQL | undefined>

type FilterName = keyof typeof conditions
const filterNames = Object.keys(conditions) as FilterName[]

/** A statement that each connection parses once, identified by name. */
interface Statement {
  name: string
  text: string
  /** Placeholders, in the statement's order. */
  params: unknown[]
}

const statementOf = (db: Db, filters: readonly FilterName[]): Statement => {
  const { sql: text, params } = db
    .select(calendarColumns)
    .from(occurrences)
    .innerJoin(providers, eq(providers.id, occurrences.providerId))
    .innerJoin(schools, eq(schools.id, occurrences.schoolId))
    .leftJoin(providerDays, dayOfOccurrence)
    .where(and(isNull(occurrences.deletedAt), ...filters.map((filter) => conditions[filter](db))))
    .orderBy(asc(occurrences.date), asc(occurrences.startTime), asc(occurrences.id))
    .toSQL()
  return { name: `calendar ${filters.join(' ')}`, text, params }
}

const statements = new Map<string, Statement>()

/** Rows ordered by date and time. */
export const readCalendar = async (db: PooledDb, filter: CalendarFilter): Promise<CalendarRow[]> => {
  const { span, ...rest } = filter
  const given = { ...rest, span, keywords: filter.keywords?.trim() || undefined }
  const filters = filterNames.filter((name) => given[name] !== undefined)
  const key = filters.join(' ')
  const statement = statements.get(key) ?? statementOf(db, filters)
  statements.set(key, statement)
  const values = fillPlaceholders(statement.params, { ...rest, ...span, pattern: keyPattern(given.keywords ?? '') })
  const { name, text } = statement
  return (await db.$client.query<CalendarRow>({ name, text, values, rowMode: 'array' })).rows
}

/** `2026-03-10 13:00:00+00` as `2026-03-10T13:00:00Z`: sessions start and end on whole minutes. */
const wireInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}Z`

const weekdayNames = new Map<LocalDate, string>()

/** Computed once per date: a calendar has few. */
const weekdayName = (date: LocalDate): string => {
  const name = weekdayNames.get(date) ?? WEEKDAYS[weekdayOf(date)]
  weekdayNames.set(date, name)
  return name
}

const wireEvent = ([
  id,
  scheduleEventId,
  title,
  date,
  startTime,
  endTime,
  startsAt,
  endsAt,
  providerId,
  nameOfProvider,
  schoolId,
  schoolName,
  colourCode,
  schoolColour,
  scheduleEventMode,
  studentsCount,
  isRecurring,
  dayState,
  isEdited,
  version,
]: CalendarRow): WireEvent => ({
  id,
  scheduleEventId,
  title,
  eventDate: date,
  eventWeekDay: weekdayName(date),
  eventStartTime: withoutSeconds(startTime),
  eventEndTime: withoutSeconds(endTime),
  startDateTimeUtc: wireInstant(startsAt),
  endDateTimeUtc: wireInstant(endsAt),
  providerId,
  providerName: nameOfProvider,
  schoolId,
  schoolName,
  colourCode,
  homePageColourCode: schoolColour,
  scheduleEventMode: scheduleEventMode === 1 ? 1 : 2,
  studentsCount,
  isRecurring,
  isApproved: wireApproval(dayState),
  isEdited,
  entityCacheKey: String(version),
})

export const wireEvents = (rows: readonly CalendarRow[]): WireEvent[] => rows.map(wireEvent)

const DATE = 3
const PROVIDER_ID = 8
const DAY_STATE = 17

/** Each provider's day among the rows, once. */
export const daysOfRows = (rows: readonly CalendarRow[]): StatedDay[] => {
  const days = new Map<string, StatedDay>()
  for (const row of rows) {
    const { [DATE]: date, [PROVIDER_ID]: providerId, [DAY_STATE]: state } = row
    const day = { providerId, date, state }
    if (!days.has(dayEntity(day))) days.set(dayEntity(day), day)
  }
  return [...days.values()]
}
