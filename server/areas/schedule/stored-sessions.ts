/** Sessions and occurrences as stored, for code that shows or changes them. */
import { and, asc, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { type OccurrenceState, occurrenceStateOf } from '#domain/occurrence.ts'
import { SESSION_MODE_IDS, type SessionForm } from '#domain/session-form.ts'
import { type LocalDate, withoutSeconds } from '#domain/time.ts'
import { isInvoiced } from '#server/areas/provider-days/follow-days.ts'
import type { StoredDay } from '#server/areas/provider-days/provider-days.ts'
import type { Queryable } from '#server/db/database.ts'
import {
  occurrenceEdits,
  occurrenceStudents,
  occurrences,
  scheduleEventStudents,
  scheduleEvents,
} from '#server/db/schema/schedule.ts'
import { Refusal } from '#server/http/refusal.ts'

export const noSuchSession = () => new Refusal(404, 'Session not found.')

/** One occurrence with what its form shows. */
export interface StoredOccurrence {
  id: number
  scheduleEventId: number
  providerId: number
  date: LocalDate
  /** The date that its session's rule gave. */
  slot: LocalDate
  startsAt: Date
  endsAt: Date
  isRecurring: boolean
  isEditedAlone: boolean
  isDeleted: boolean
  hasPendingEdit: boolean
  isInvoiced: boolean
  version: number
  /** The occurrence as form values; the recurrence is its session's. */
  form: SessionForm
}

const modeOf = (id: number) => (id === SESSION_MODE_IDS.basic ? 'basic' : 'advance')
const idsOf = (table: typeof occurrenceStudents | typeof scheduleEventStudents, of: SQL, order: SQL) =>
  sql<
    number[]
  >`coalesce((select array_agg(${table.caseloadFrequencyId} order by ${order}) from ${table} where ${of}), '{}')`

const occurrenceColumns = {
  id: occurrences.id,
  scheduleEventId: occurrences.scheduleEventId,
  providerId: occurrences.providerId,
  schoolId: occurrences.schoolId,
  serviceId: occurrences.serviceId,
  rateTypeId: occurrences.rateTypeId,
  title: occurrences.title,
  colourCode: occurrences.colourCode,
  mode: occurrences.scheduleEventMode,
  isTimesheetReq: occurrences.isTimesheetRequired,
  isRecurring: occurrences.isRecurring,
  date: occurrences.date,
  movedFrom: occurrences.movedFrom,
  startTime: occurrences.startTime,
  endTime: occurrences.endTime,
  startsAt: occurrences.startsAt,
  endsAt: occurrences.endsAt,
  isEditedAlone: occurrences.isEditedAlone,
  deletedAt: occurrences.deletedAt,
  version: occurrences.version,
  rule: scheduleEvents.recurrence,
  toDate: scheduleEvents.toDate,
  caseloadIds: idsOf(
    occurrenceStudents,
    sql`${occurrenceStudents.occurrenceId} = ${occurrences.id}`,
    sql`${occurrenceStudents.id}`,
  ),
}

/** Occurrences ordered by date, including deleted ones. */
export const readOccurrences = async (db: Queryable, which: SQL | undefined): Promise<StoredOccurrence[]> => {
  const isPending = exists(
    db.select({ one: sql`1` }).from(occurrenceEdits).where(eq(occurrenceEdits.occurrenceId, occurrences.id)),
  )
  const rows = await db
    .select({ ...occurrenceColumns, hasPendingEdit: sql<boolean>`${isPending}`, isInvoiced })
    .from(occurrences)
    .innerJoin(scheduleEvents, eq(scheduleEvents.id, occurrences.scheduleEventId))
    .where(which)
    .orderBy(asc(occurrences.date), asc(occurrences.id))
  return rows.map((row) => ({
    id: row.id,
    scheduleEventId: row.scheduleEventId,
    providerId: row.providerId,
    date: row.date,
    slot: row.movedFrom ?? row.date,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    isRecurring: row.isRecurring,
    isEditedAlone: row.isEditedAlone,
    isDeleted: row.deletedAt !== null,
    hasPendingEdit: row.hasPendingEdit,
    isInvoiced: row.isInvoiced,
    version: row.version,
    form: {
      mode: modeOf(row.mode),
      eventName: row.title,
      providerId: row.providerId,
      date: row.date,
      startTime: withoutSeconds(row.startTime),
      endTime: withoutSeconds(row.endTime),
      schoolId: row.schoolId,
      serviceId: row.serviceId,
      rateTypeId: row.rateTypeId,
      colourCode: row.colourCode,
      isTimesheetReq: row.isTimesheetReq,
      caseloadIds: row.caseloadIds,
      rule: row.rule,
      endDate: row.isRecurring ? row.toDate : row.date,
    },
  }))
}

/** Only the provider's rows; all of them for an administrator. */
const within = (scope: number | undefined) => (scope === undefined ? undefined : eq(occurrences.providerId, scope))

/** The occurrence, deleted or not; 404 if the caller has no access to it. */
export const readOccurrence = async (
  db: Queryable,
  id: number,
  scope: number | undefined,
): Promise<StoredOccurrence> => {
  const [found] = await readOccurrences(db, and(eq(occurrences.id, id), within(scope)))
  if (!found) throw noSuchSession()
  return found
}

/** An occurrence's state. */
export const stateOf = (occurrence: StoredOccurrence, day: StoredDay | undefined): OccurrenceState =>
  occurrenceStateOf({
    day: day?.state ?? 'open',
    isDeleted: occurrence.isDeleted,
    hasPendingEdit: occurrence.hasPendingEdit,
    isInvoiced: occurrence.isInvoiced,
  })

/** A session as form values. */
export interface StoredSeries {
  id: number
  providerId: number
  isRecurring: boolean
  isDeleted: boolean
  version: number
  form: SessionForm
}

/** The session, deleted or not; 404 if the caller has no access to it. `lock` holds it until the transaction ends. */
export const readSeries = async (
  db: Queryable,
  id: number,
  scope: number | undefined,
  lock = false,
): Promise<StoredSeries> => {
  const query = db
    .select({
      event: scheduleEvents,
      caseloadIds: idsOf(
        scheduleEventStudents,
        sql`${scheduleEventStudents.scheduleEventId} = ${scheduleEvents.id}`,
        sql`${scheduleEventStudents.caseloadFrequencyId}`,
      ),
    })
    .from(scheduleEvents)
    .where(and(eq(scheduleEvents.id, id), scope === undefined ? undefined : eq(scheduleEvents.providerId, scope)))
  const [found] = lock ? await query.for('update') : await query
  if (!found) throw noSuchSession()
  const { event, caseloadIds } = found
  return {
    id,
    providerId: event.providerId,
    isRecurring: event.isRecurring,
    isDeleted: event.deletedAt !== null,
    version: event.version,
    form: {
      mode: modeOf(event.scheduleEventMode),
      eventName: event.eventName,
      providerId: event.providerId,
      date: event.fromDate,
      startTime: withoutSeconds(event.startTime),
      endTime: withoutSeconds(event.endTime),
      schoolId: event.schoolId,
      serviceId: event.serviceId,
      rateTypeId: event.rateTypeId,
      colourCode: event.colourCode,
      isTimesheetReq: event.isTimesheetRequired,
      caseloadIds,
      rule: event.recurrence,
      endDate: event.toDate,
    },
  }
}

/** When the first remaining occurrence starts and the last ends; null if there is none. */
export const readSpanOfSeries = async (
  db: Queryable,
  id: number,
): Promise<{ first: Date | null; last: Date | null }> => {
  const [span] = await db
    .select({
      first: sql<Date | null>`min(${occurrences.startsAt})`.mapWith(occurrences.startsAt),
      last: sql<Date | null>`max(${occurrences.endsAt})`.mapWith(occurrences.endsAt),
    })
    .from(occurrences)
    .where(and(eq(occurrences.scheduleEventId, id), isNull(occurrences.deletedAt)))
  return span ?? { first: null, last: null }
}
