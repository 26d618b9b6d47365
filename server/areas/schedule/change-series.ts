/** Changing and deleting a session from a day on (spec 2, sections 2.5 and 2.6; DESIGN, section 4). */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { fromWire, type ScheduleEventPayload } from '#contract/schedule-event-payload.ts'
import type { ChangedSessions } from '#contract/session-form.ts'
import { expandRule } from '#domain/recurrence.ts'
import { questionsFor, type SessionForm, sessionFormSchema } from '#domain/session-form.ts'
import { addDays, type LocalDate, localOf } from '#domain/time.ts'
import { occurrences, scheduleEvents } from '#server/db/schema.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { providerScope } from '#server/http/access.ts'
import { refuseFields } from '#server/http/field-errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import { rateTypeAfter, studentsBefore } from './change-occurrence.ts'
import { changesInWords, refuseStale, SERIES } from './change-record.ts'
import { type Change, hoursTouched, occurrenceLine, refuseExpired, versionSeen } from './occurrence-moves.ts'
import { type DayKey, dayEntity, lockDays, type StoredDay, type Tx } from './provider-days.ts'
import { countsOf, planSeries, type SeriesPlan, type SeriesTarget } from './series-plan.ts'
import { providerOf, refuseField, requireChoices } from './session-checks.ts'
import { settleDays } from './session-days.ts'
import {
  addStudents,
  dropStudents,
  insertOccurrences,
  instantsOf,
  occurrenceColumns,
  updateSession,
} from './session-rows.ts'
import {
  noSuchSession,
  readOccurrences,
  readSeries,
  readSpanOfSeries,
  type StoredOccurrence,
  type StoredSeries,
} from './stored-sessions.ts'

const STARTED = 'The recurrence of a series that has started can not be changed'

const readFrom = (tx: Tx, scheduleEventId: number, from: LocalDate): Promise<StoredOccurrence[]> =>
  readOccurrences(
    tx,
    and(
      eq(occurrences.scheduleEventId, scheduleEventId),
      or(gte(occurrences.date, from), gte(occurrences.movedFrom, from)),
    ),
  )

interface HeldSeries {
  series: StoredSeries
  /** Its occurrences from the day on, deleted ones too. */
  stored: StoredOccurrence[]
  days: Map<string, StoredDay>
}

/** Locks the days of the occurrences from a day on and the given ones, then the session; 409 when it was changed since. */
const holdSeries = async (
  { tx, user }: Change,
  { id, from, seen }: { id: number; from: LocalDate; seen: string | undefined },
  alsoOn: (found: StoredSeries) => readonly DayKey[] = () => [],
): Promise<HeldSeries> => {
  const scope = providerScope(user)
  const found = await readSeries(tx, id, scope)
  const before = await readFrom(tx, id, from)
  const days = await lockDays(tx, [...before, ...alsoOn(found)])
  const series = await readSeries(tx, id, scope, true)
  if (seen === undefined && series.isDeleted) throw noSuchSession()
  const stored = await readFrom(tx, id, from)
  const isStale = seen !== undefined && seen !== String(series.version)
  if (isStale || series.isDeleted || series.version !== found.version) {
    return refuseStale(tx, SERIES, id, versionSeen(seen ?? String(found.version), series.version))
  }
  // One that moved to a day that we do not hold was changed by itself: nothing is done to it.
  const isHeld = (occurrence: StoredOccurrence) => days.has(dayEntity(occurrence))
  if (!stored.every(isHeld)) throw new Refusal(409, 'A session of this series was moved meanwhile. Please try again.')
  return { series, stored, days }
}

/** Stores what every changed occurrence takes from the form; their dates stay. */
const storeChanged = async (
  { tx, timeZone }: Change,
  { change }: SeriesPlan,
  { form, providerId, studentsCount }: { form: SessionForm; providerId: number; studentsCount: number },
): Promise<void> => {
  if (change.length === 0) return
  const rows = change.map(({ occurrence: { id, date } }) => ({ id, ...instantsOf(form, date, timeZone) }))
  const ids = rows.map(({ id }) => id)
  await tx
    .update(occurrences)
    .set({
      ...occurrenceColumns(form, providerId, studentsCount),
      isRecurring: form.rule.type !== 'none',
      version: sql`${occurrences.version} + 1`,
    })
    .where(inArray(occurrences.id, ids))
  await tx.execute(sql`update ${occurrences} as stored set starts_at = moved.starts_at, ends_at = moved.ends_at
    from unnest(
      ${sql.param(ids)}::int[],
      ${sql.param(rows.map(({ startsAt }) => startsAt.toISOString()))}::timestamptz[],
      ${sql.param(rows.map(({ endsAt }) => endsAt.toISOString()))}::timestamptz[]
    ) as moved (id, starts_at, ends_at)
    where stored.id = moved.id`)
  await dropStudents(tx, ids, form.caseloadIds)
  await addStudents(tx, inArray(occurrences.id, ids), form.caseloadIds)
}

const storeRemoved = async ({ tx, now }: Change, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(occurrences)
    .set({ deletedAt: now, version: sql`${occurrences.version} + 1` })
    .where(inArray(occurrences.id, [...ids]))
}

/** Writes down what became of the session and of each of its occurrences. */
const record = async (
  { tx, user, now }: Change,
  { series, plan, event, changes }: { series: StoredSeries; plan: SeriesPlan; event: string; changes: string[] },
) => {
  const version = series.version + 1
  const isDeleted = event === 'series.delete'
  await logTransitions(tx, user.userId, now, [
    {
      machine: SERIES,
      entity: String(series.id),
      from: 'scheduled',
      event,
      to: isDeleted ? 'ended' : 'scheduled',
      detail: { version, changes, ...countsOf(plan) },
    },
    ...plan.change.map(({ occurrence, move }) =>
      occurrenceLine(occurrence.id, move, 'series.edit', { version: occurrence.version + 1, changes }),
    ),
    ...plan.remove.map(({ occurrence, move }) =>
      occurrenceLine(occurrence.id, move, 'occurrence.delete', { version: occurrence.version + 1 }),
    ),
  ])
}

/** The hours of the day, before and after, of everything that the plan touches. */
const hoursOf = (plan: SeriesPlan, form: SessionForm | undefined) => [
  ...plan.change.flatMap(({ occurrence }) => hoursTouched(occurrence.form, form && { ...form, date: occurrence.date })),
  ...plan.remove.flatMap(({ occurrence }) => hoursTouched(occurrence.form, undefined)),
  ...plan.create.flatMap((date) => hoursTouched(undefined, form && { ...form, date })),
]

const todayOf = ({ now, timeZone }: Change): LocalDate => localOf(now, timeZone).date

/** Everything that is left of it has ended: a passed session shows only Cancel. */
const requireUpcoming = ({ last }: { last: Date | null }, { now }: Change): void => {
  if (last !== null && last < now) throw refuseExpired()
}

/** A series that has started keeps its first day and its pattern (spec 1, section 4); its last day may move. */
const requireSamePattern = (before: SessionForm, after: SessionForm): void => {
  if (after.date !== before.date) refuseField('date', STARTED)
  if (!isDeepStrictEqual(after.rule, before.rule)) refuseField('recurrence', STARTED)
}

export const changeSeries = async (
  change: Change,
  body: ScheduleEventPayload & { entityCacheKey: string; changeFromDate?: LocalDate | undefined },
): Promise<ChangedSessions> => {
  const { tx, user, now, timeZone } = change
  const parsed = sessionFormSchema(questionsFor(user.role, user.providerId)).safeParse(fromWire(body))
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  const sent = parsed.data
  const { id, entityCacheKey: seen } = body
  const from = body.changeFromDate ?? todayOf(change)
  const expansion = expandRule(sent.rule, { fromDate: sent.date, untilDate: sent.endDate })
  if ('problem' in expansion) return refuseField('endDate', expansion.problem)
  const dates = expansion.dates.filter((date) => date >= from)
  const providerAfter = (found: StoredSeries) => providerOf(sent, body.providerId, user, found.providerId)

  const held = await holdSeries(change, { id, from, seen }, (found) => {
    const providerId = providerAfter(found)
    return dates.map((date) => ({ providerId, date }))
  })
  const { series, stored, days } = held
  const span = await readSpanOfSeries(tx, id)
  requireUpcoming(span, change)
  if (span.first !== null && span.first <= now) requireSamePattern(series.form, sent)
  const providerId = providerAfter(series)
  const form = { ...sent, providerId, rateTypeId: rateTypeAfter(series.form, sent) }
  const already = studentsBefore(series.form, form)
  const studentsCount = await requireChoices(tx, form, { providerId, user, already })
  const target: SeriesTarget = { dates, providerId, endTime: form.endTime }
  const plan = planSeries(stored, target, days, change)

  await updateSession(tx, id, form, { providerId, user, now })
  await storeChanged(change, plan, { form, providerId, studentsCount })
  await storeRemoved(
    change,
    plan.remove.map(({ occurrence }) => occurrence.id),
  )
  await insertOccurrences(tx, { scheduleEventId: id, providerId, form, dates: plan.create, studentsCount, timeZone })
  const isNew = and(
    eq(occurrences.scheduleEventId, id),
    isNull(occurrences.deletedAt),
    eq(occurrences.isEditedAlone, false),
    inArray(occurrences.date, plan.create),
  )
  if (isNew && plan.create.length > 0) await addStudents(tx, isNew, form.caseloadIds)
  await settleDays(tx, days.values(), hoursOf(plan, form), change)
  await record(change, { series, plan, event: 'series.change', changes: changesInWords(series.form, form) })
  return countsOf(plan)
}

export const deleteSeries = async (
  change: Change,
  {
    id,
    fromDate,
    entityCacheKey: seen,
  }: { id: number; fromDate?: LocalDate | undefined; entityCacheKey?: string | undefined },
): Promise<ChangedSessions> => {
  const { tx, user, now } = change
  const from = fromDate ?? todayOf(change)
  const { series, stored, days } = await holdSeries(change, { id, from, seen })
  requireUpcoming(await readSpanOfSeries(tx, id), change)
  const { providerId, form } = series
  const plan = planSeries(stored, { dates: [], providerId, endTime: form.endTime }, days, change)
  await storeRemoved(
    change,
    plan.remove.map(({ occurrence }) => occurrence.id),
  )
  const { last } = await readSpanOfSeries(tx, id)
  const lastDay = addDays(from, -1)
  const toDate = lastDay < form.date ? form.date : lastDay
  await tx
    .update(scheduleEvents)
    .set({
      ...(toDate < form.endDate && { toDate }),
      ...(last === null && { deletedAt: now }),
      updatedById: user.userId,
      updatedAt: now,
      version: sql`${scheduleEvents.version} + 1`,
    })
    .where(eq(scheduleEvents.id, id))
  await settleDays(tx, days.values(), hoursOf(plan, undefined), change)
  await record(change, { series, plan, event: 'series.delete', changes: [] })
  return countsOf(plan)
}
