/** The contents of a provider's calendar feed, read from the database. */
import { and, asc, between, eq, exists, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { RecurrenceRule } from '#domain/recurrence.ts'
import { addDays, addMonths, type LocalDate, type LocalTime, withoutSeconds } from '#domain/time.ts'
import { GRANTED_PTO_STATES } from '#domain/time-off.ts'
import type { Db } from '#server/db/database.ts'
import { occurrenceEdits, occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import type { FeedOccurrence } from './series-parts.ts'

/** The sequence number, which rises with every change: calendar apps keep the newer version. */
interface Revision {
  readonly revision: number
  readonly changedAt: Date
}

/** One session, with its occurrences that belong to the provider, including deleted ones. */
export interface FeedSession extends Revision {
  readonly id: number
  readonly providerId: number
  readonly rule: RecurrenceRule
  /** The day that the rule counts from. */
  readonly fromDate: LocalDate
  readonly occurrences: readonly FeedOccurrence[]
}

export interface FeedTimeOff extends Revision {
  readonly id: number
  readonly date: LocalDate
  readonly startTime: LocalTime
  readonly endTime: LocalTime
}

export interface FeedContents {
  readonly sessions: readonly FeedSession[]
  readonly timeOff: readonly FeedTimeOff[]
}

const DAYS_BACK = 56
const MONTHS_AHEAD = 24

const spanOf = (today: LocalDate) => [addDays(today, -DAYS_BACK), addMonths(today, MONTHS_AHEAD)] as const

/** The sessions of the provider with a date in the span. */
const shownSessions = (db: Db, providerId: number, today: LocalDate) => {
  const near = alias(occurrences, 'near')
  return db
    .selectDistinct({ id: near.scheduleEventId })
    .from(near)
    .where(and(eq(near.providerId, providerId), isNull(near.deletedAt), between(near.date, ...spanOf(today))))
}

const isShownTimeOff = (providerId: number, today: LocalDate) =>
  and(
    eq(ptoRequests.providerId, providerId),
    inArray(ptoRequests.state, GRANTED_PTO_STATES),
    gte(ptoRequests.requestedDate, spanOf(today)[0]),
  )

/**
 * A short text that changes whenever the contents may have: it names each row that they are read from with the
 * transaction that wrote it last (`xmin`), which no way to change a row can leave as it was. Reading it takes a
 * fraction of the time. Moves in the log are written with the occurrence that they move.
 */
export const readFeedState = async (db: Db, providerId: number, today: LocalDate): Promise<string> => {
  const shown = shownSessions(db, providerId, today)
  const rowsOf = (table: PgTable, key: PgColumn, condition?: SQL) =>
    sql`(select md5(string_agg(${key} || ' ' || ${table}.xmin, ',' order by ${key})) from ${table} where ${condition ?? true})`
  const { rows } = await db.execute<{ state: string }>(sql`select concat_ws(' ',
    ${rowsOf(occurrences, occurrences.id, inArray(occurrences.scheduleEventId, shown))},
    ${rowsOf(scheduleEvents, scheduleEvents.id, inArray(scheduleEvents.id, shown))},
    ${rowsOf(ptoRequests, ptoRequests.id, isShownTimeOff(providerId, today))},
    ${rowsOf(occurrenceEdits, occurrenceEdits.occurrenceId)},
    ${rowsOf(schools, schools.id)},
    ${rowsOf(services, services.id)}) as state`)
  return rows[0]?.state ?? ''
}

/**
 * Sessions and accepted time off from eight weeks back to two years ahead. A series with a date in that range is
 * included whole, so its rule stays the same as days go by; it spans at most two years and 1,000 sessions.
 */
export const readFeedContents = async (db: Db, providerId: number, today: LocalDate): Promise<FeedContents> => {
  const shown = shownSessions(db, providerId, today)
  const isPending = exists(
    db.select({ one: sql`1` }).from(occurrenceEdits).where(eq(occurrenceEdits.occurrenceId, occurrences.id)),
  )
  const rows = await db
    .select({
      sessionId: occurrences.scheduleEventId,
      rule: scheduleEvents.recurrence,
      fromDate: scheduleEvents.fromDate,
      version: scheduleEvents.version,
      updatedAt: scheduleEvents.updatedAt,
      id: occurrences.id,
      date: occurrences.date,
      movedFrom: occurrences.movedFrom,
      startTime: occurrences.startTime,
      endTime: occurrences.endTime,
      title: occurrences.title,
      school: schools.name,
      service: services.description,
      studentsCount: occurrences.studentsCount,
      isPending: sql<boolean>`${isPending}`,
      isDeleted: sql<boolean>`${occurrences.deletedAt} is not null`,
    })
    .from(occurrences)
    .innerJoin(scheduleEvents, eq(scheduleEvents.id, occurrences.scheduleEventId))
    .innerJoin(schools, eq(schools.id, occurrences.schoolId))
    .innerJoin(services, eq(services.id, occurrences.serviceId))
    .where(and(eq(occurrences.providerId, providerId), inArray(occurrences.scheduleEventId, shown)))
    .orderBy(asc(occurrences.scheduleEventId), asc(occurrences.date), asc(occurrences.id))
  const changes = await readChanges(db, [...new Set(rows.map(({ sessionId }) => sessionId))])
  const sessions = new Map<number, FeedSession & { occurrences: FeedOccurrence[] }>()
  for (const row of rows) {
    const { sessionId, rule, fromDate, version, updatedAt, movedFrom, startTime, endTime, ...rest } = row
    let session = sessions.get(sessionId)
    if (!session) {
      const { raised = 0, changedAt = null } = changes.get(sessionId) ?? {}
      session = {
        id: sessionId,
        providerId,
        rule,
        fromDate,
        revision: version - 1 + raised,
        changedAt: changedAt !== null && changedAt > updatedAt ? changedAt : updatedAt,
        occurrences: [],
      }
      sessions.set(sessionId, session)
    }
    session.occurrences.push({
      ...rest,
      slot: movedFrom ?? rest.date,
      startTime: withoutSeconds(startTime),
      endTime: withoutSeconds(endTime),
    })
  }
  return { sessions: [...sessions.values()], timeOff: await readTimeOff(db, providerId, today) }
}

/** How often and when last each session's occurrences were changed, including deleted ones. */
const readChanges = async (db: Db, sessionIds: readonly number[]) => {
  const lastMove = db
    .select({ at: sql`max(${transitionLog.at})` })
    .from(transitionLog)
    .where(
      and(
        eq(transitionLog.machine, 'occurrence'),
        eq(transitionLog.entity, sql`${occurrences.id}::text`),
        // Moves that only follow the day leave the session unchanged, and so do labels and notes.
        isNotNull(transitionLog.detail),
        sql`${transitionLog.detail} -> 'place' is null`,
      ),
    )
  const rows = await db
    .select({
      sessionId: occurrences.scheduleEventId,
      raised: sql<number>`sum(${occurrences.version} - 1)::int`,
      changedAt: sql<Date | null>`max((${lastMove}))`.mapWith(transitionLog.at),
    })
    .from(occurrences)
    .where(inArray(occurrences.scheduleEventId, [...sessionIds]))
    .groupBy(occurrences.scheduleEventId)
  return new Map(rows.map(({ sessionId, ...change }) => [sessionId, change]))
}

const readTimeOff = async (db: Db, providerId: number, today: LocalDate): Promise<FeedTimeOff[]> => {
  const rows = await db
    .select()
    .from(ptoRequests)
    .where(isShownTimeOff(providerId, today))
    .orderBy(asc(ptoRequests.requestedDate), asc(ptoRequests.startTime), asc(ptoRequests.id))
  return rows.map(({ id, requestedDate, startTime, endTime, version, requestedOn, decidedAt }) => ({
    id,
    date: requestedDate,
    startTime: withoutSeconds(startTime),
    endTime: withoutSeconds(endTime),
    revision: version - 1,
    changedAt: decidedAt ?? requestedOn,
  }))
}
