/** The sessions and hours of a span of days, as far as the caller may see them and asked for them. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { getScheduleEvents } from '#contract/schedule.ts'
import { daysBetween, type LocalDate } from '#domain/time.ts'
import { readFacts } from '#server/areas/hours/hours-facts.ts'
import { readScheduledRows, readTimesheetRows, rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Db, PooledDb } from '#server/db/database.ts'
import { providerScope } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type CalendarRow, readCalendar, type WireEvent } from './calendar-query.ts'

/** Parameters shared by all calls for a span; the creator filter takes the caller, never the body. */
export type SpanBody = Omit<BodyOf<typeof getScheduleEvents>, 'createdById'>

/** The longest span of one call, in days. */
const MAX_DAYS = 62

export const refuseSpan = (path: string, message: string): never => {
  throw new Refusal(400, message, { errors: [{ path, message }] })
}

export interface Span {
  from: LocalDate
  /** Inclusive. */
  to: LocalDate
}

/** Refuses a span of more than `most` days, or one that ends before it starts. */
export const requireSpan = ({ from, to }: Span, most: number): void => {
  const days = daysBetween(from, to) + 1
  if (days < 1) refuseSpan('toDateTime', 'End Date can not be less than Start Date')
  if (days > most) refuseSpan('toDateTime', `At most ${most} days can be shown at once`)
}

/** Schedule-creator mode shows what the caller created, whatever the body says. */
export const creatorOf = (user: Caller, { isScheduleCreater }: Pick<SpanBody, 'isScheduleCreater'>) =>
  isScheduleCreater ? user.userId : undefined

/** The rows of a span that the caller may see. A provider who asks for another's gets none. */
export const readSpan = async (db: PooledDb, user: Caller, body: SpanBody): Promise<CalendarRow[]> => {
  const { fromDateTime: from, toDateTime: to, schoolId, studentId } = body
  requireSpan({ from, to }, MAX_DAYS)
  const scope = providerScope(user)
  if (scope !== undefined && body.providerId !== undefined && body.providerId !== scope) return []
  const providerId = scope ?? body.providerId
  const createdById = creatorOf(user, body)
  const keywords = body.keywords ?? undefined
  return readCalendar(db, { span: { from, to }, providerId, schoolId, studentId, createdById, keywords })
}

export const keyOfEvent = ({ providerId, schoolId, eventDate }: WireEvent): string =>
  rowKey({ providerId, schoolId, date: eventDate })

/** The timesheet rows of the events. Hours come from all of a day's sessions, including filtered ones. */
export const rowsOf = async (db: Db, body: SpanBody, events: readonly WireEvent[]) => {
  if (events.length === 0) return []
  const rows = await readTimesheetRows(db, {
    from: body.fromDateTime,
    to: body.toDateTime,
    providerIds: [...new Set(events.map(({ providerId }) => providerId))],
    schoolId: body.schoolId,
  })
  const shown = new Set(events.map(keyOfEvent))
  return rows.filter((row) => shown.has(rowKey(row)))
}

/** The same with what the sessions say and what the hours are checked against, also at schools that are filtered out. */
export const checkedRowsOf = async (
  db: Db,
  { fromDateTime: from, toDateTime: to }: SpanBody,
  events: readonly WireEvent[],
) => {
  if (events.length === 0) return []
  const providerIds = [...new Set(events.map(({ providerId }) => providerId))]
  const rows = await readScheduledRows(db, { from, to, providerIds })
  const facts = await readFacts(db, rows)
  const shown = new Set(events.map(keyOfEvent))
  return rows
    .filter((row) => shown.has(rowKey(row)))
    .map(({ sessions: _, ...row }) => ({ ...row, facts: facts.get(rowKey(row)) }))
}
