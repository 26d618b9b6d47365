/** Changing a session from a day on (spec 2, sections 2.5 and 2.6; DESIGN, section 4). */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { fromWire, type ScheduleEventPayload } from '#contract/schedule-event-payload.ts'
import type { SavedChange } from '#contract/session-form.ts'
import type { WaitingVersion } from '#contract/waiting-version.ts'
import { expandRule, missingDates } from '#domain/recurrence.ts'
import { questionsFor, type SessionForm, sessionFormSchema } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { type Notice, notify } from '#server/areas/notifications/notify.ts'
import { followSessions } from '#server/areas/provider-days/follow-days.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { refuseFields } from '#server/http/field-errors.ts'
import { refuseField } from '#server/http/refusal.ts'
import { rateTypeAfter } from './change-occurrence.ts'
import { changesInWords } from './change-record.ts'
import { discardRequests } from './change-requests.ts'
import type { Rated } from './deciding-rate-type.ts'
import type { ChangeContext } from './occurrence-moves.ts'
import { requireAvailable } from './provider-availability.ts'
import { keepingRows } from './provider-changes.ts'
import { countsOf, planSeries, type SeriesPlan, type SeriesTarget, touchedBy } from './series-plan.ts'
import { type HeldSeries, holdSeries, hoursOf, record, requireUpcoming, storeRemoved, todayOf } from './series-steps.ts'
import { providerOf, requireChoices, requireKnownProvider } from './session-checks.ts'
import { type ClashQuery, clashesInReply } from './session-clashes.ts'
import { settleDays } from './session-days.ts'
import { changeNotices, sessionsOf } from './session-notices.ts'
import {
  addStudents,
  countStudents,
  dropStudents,
  insertOccurrences,
  instantsOf,
  occurrenceColumns,
  updateSession,
} from './session-rows.ts'
import { readSpanOfSeries, type StoredSeries } from './stored-sessions.ts'
import { requireReplacing } from './waiting-version.ts'

const STARTED = 'The recurrence of a series that has started cannot be changed'

/** `rateTypeAfter` of each occurrence: an administrator may have chosen another one than the series'. */
const rateTypesAfter = ({ schoolId, serviceId }: SessionForm, chosen: number | null) =>
  chosen ??
  sql<number | null>`case when ${occurrences.schoolId} = ${schoolId} and ${occurrences.serviceId} = ${serviceId}
    then ${occurrences.rateTypeId} end`

/**
 * Who goes from the changed occurrences. A student who was taken out from a later day on is no longer in the series, but
 * stays in the occurrences before that day: only those go whom the change takes out, unless it moves the sessions to a
 * place where nobody else can be.
 */
const whomToDrop = (before: SessionForm, after: SessionForm) =>
  after.mode === before.mode && after.schoolId === before.schoolId
    ? { only: before.caseloadIds.filter((id) => !after.caseloadIds.includes(id)) }
    : { allBut: after.caseloadIds }

/** Stores the form's values in every changed occurrence; their dates stay. */
const storeChanged = async (
  { tx, timeZone }: ChangeContext,
  { plan: { change }, series, form, providerId, studentsCount, chosenRateTypeId }: PlannedSeries,
): Promise<void> => {
  if (change.length === 0) return
  const rows = change.map(({ occurrence: { id, date } }) => ({ id, ...instantsOf(form, date, timeZone) }))
  const ids = rows.map(({ id }) => id)
  await tx
    .update(occurrences)
    .set({
      ...occurrenceColumns(form, providerId, studentsCount),
      rateTypeId: rateTypesAfter(form, chosenRateTypeId),
      isRecurring: form.rule.type !== 'none',
      version: sql`${occurrences.version} + 1`,
    })
    .where(inArray(occurrences.id, ids))
  await dropStudents(tx, ids, whomToDrop(series.form, form))
  await addStudents(tx, inArray(occurrences.id, ids), form.caseloadIds)
  await tx.execute(sql`update ${occurrences} as stored
    set starts_at = moved.starts_at, ends_at = moved.ends_at, students_count = ${countStudents}
    from unnest(
      ${sql.param(ids)}::int[],
      ${sql.param(rows.map(({ startsAt }) => startsAt.toISOString()))}::timestamptz[],
      ${sql.param(rows.map(({ endsAt }) => endsAt.toISOString()))}::timestamptz[]
    ) as moved (id, starts_at, ends_at)
    where stored.id = moved.id`)
}

/** A series that has started keeps its first day and its pattern (spec 1, section 4); its last day may move. */
const requireSamePattern = (before: SessionForm, after: SessionForm): void => {
  if (after.date !== before.date) refuseField('date', STARTED)
  if (!isDeepStrictEqual(after.rule, before.rule)) refuseField('recurrence', STARTED)
}

type SeriesBody = ScheduleEventPayload & {
  entityCacheKey: string
  changeFromDate?: LocalDate | undefined
  replacesKey?: string | undefined
}

/** A change of a series, after all checks. */
export interface PlannedSeries extends HeldSeries {
  plan: SeriesPlan
  form: SessionForm
  providerId: number
  studentsCount: number
  /** Null if a provider makes the change: providers can't choose one. */
  chosenRateTypeId: number | null
  /** What differs, in words. */
  changes: string[]
  /** Dates that the rule gives but the month does not have. */
  missing: string[]
  /** The requests that it discards. */
  replaces: WaitingVersion | undefined
}

/** What the change does to each date. Throws a Refusal if it may not be made. */
export const planSeriesChange = async (change: ChangeContext, body: SeriesBody): Promise<PlannedSeries> => {
  const { tx, user, now } = change
  const parsed = sessionFormSchema(questionsFor(user.role, user.providerId)).safeParse(fromWire(body))
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  const sent = parsed.data
  const { id, entityCacheKey: seen } = body
  const from = body.changeFromDate ?? todayOf(change)
  const span = { fromDate: sent.date, untilDate: sent.endDate }
  const expansion = expandRule(sent.rule, span)
  if ('problem' in expansion) return refuseField('endDate', expansion.problem)
  const dates = expansion.dates.filter((date) => date >= from)
  const providerAfter = (found: StoredSeries) => providerOf(sent, body.providerId, user, found.providerId)

  await requireKnownProvider(tx, sent)
  const held = await holdSeries(change, { id, from, seen }, (found) => {
    const providerId = providerAfter(found)
    return dates.map((date) => ({ providerId, date }))
  })
  const { series, stored, days } = held
  const { first, last } = await readSpanOfSeries(tx, id)
  requireUpcoming({ last }, change)
  if (first !== null && first <= now) requireSamePattern(series.form, sent)
  const providerId = providerAfter(series)
  const form = { ...sent, providerId, rateTypeId: rateTypeAfter(series.form, sent) }
  const target: SeriesTarget = { dates, providerId, startTime: form.startTime, endTime: form.endTime }
  const plan = planSeries(stored, target, days, change)
  // Sessions that stay as they are keep their service and rate type.
  const [firstChanged = form.date] = [...plan.create, ...plan.change.map(({ occurrence }) => occurrence.date)].sort()
  const studentsCount = await requireChoices(
    tx,
    { ...form, date: firstChanged },
    { providerId, user, before: series.form },
  )
  const isHandedOver = providerId !== series.providerId
  const kept = isHandedOver ? plan.change.map(({ occurrence }) => occurrence.date) : []
  // As many dates as before, or fewer: they only move, such as to another weekday.
  const isMove = !isHandedOver && plan.create.length <= plan.remove.length
  await requireAvailable(change, { providerId, dates: [...kept, ...plan.create], isMove })
  const replaces = await requireReplacing(change, { edited: [], ids: touchedBy(plan) }, body.replacesKey)
  return {
    ...held,
    plan,
    replaces,
    form,
    providerId,
    studentsCount,
    chosenRateTypeId: sent.rateTypeId,
    changes: changesInWords(series.form, form),
    missing: missingDates(sent.rule, span).filter((date) => date >= from),
  }
}

/** The changed sessions, as others may clash with them. */
export const sessionsAfterSeries = ({
  plan,
  form,
  providerId,
  series,
  chosenRateTypeId,
}: PlannedSeries): ClashQuery & Rated => {
  const dates = [...plan.create, ...plan.change.map(({ occurrence }) => occurrence.date)]
  return {
    providerId,
    // Without a choice, each session keeps its own.
    form: { ...form, rateTypeId: chosenRateTypeId },
    dates,
    newDates: providerId === series.providerId ? plan.create : dates,
    replacedIds: [...plan.change, ...plan.remove].map(({ occurrence }) => occurrence.id),
  }
}

/** The sessions before and after, and the dates on which something is different. */
export const affectedBy = ({ series, plan, form, providerId }: PlannedSeries) => {
  const kept = plan.change.map(({ occurrence }) => occurrence.date)
  const removed = plan.remove.map(({ occurrence }) => occurrence.date)
  const before = sessionsOf(series.form, series.providerId, [...kept, ...removed])
  const after = sessionsOf(form, providerId, [...kept, ...plan.create])
  return { before, after, changed: [...new Set([...before.dates, ...plan.create])] }
}

const noticesOf = (change: ChangeContext, planned: PlannedSeries): Promise<Notice[]> =>
  changeNotices(change, planned.series.id, affectedBy(planned), planned.changes)

const storeSeries = async (change: ChangeContext, planned: PlannedSeries): Promise<void> => {
  const { tx, user, now, timeZone } = change
  const { series, days, plan, form, providerId, studentsCount, changes } = planned
  const { id } = series
  await updateSession(tx, id, form, { providerId, user, now })
  await storeChanged(change, planned)
  await storeRemoved(
    change,
    plan.remove.map(({ occurrence }) => occurrence.id),
  )
  const created = { scheduleEventId: id, providerId, form, dates: plan.create, studentsCount, timeZone, now }
  await insertOccurrences(tx, created)
  const isNew = and(
    eq(occurrences.scheduleEventId, id),
    isNull(occurrences.deletedAt),
    eq(occurrences.isEditedAlone, false),
    inArray(occurrences.date, plan.create),
  )
  if (isNew && plan.create.length > 0) await addStudents(tx, isNew, form.caseloadIds)
  await record(change, { series, plan, event: 'series.change', changes })
  await settleDays(tx, days.values(), hoursOf(plan, form), change)
  const isChanged = inArray(
    occurrences.id,
    plan.change.map(({ occurrence }) => occurrence.id),
  )
  await followSessions(tx, or(isChanged, isNew), { userId: user.userId, now })
}

export const changeSeries = async (change: ChangeContext, body: SeriesBody): Promise<SavedChange> => {
  const { tx, user, now } = change
  const planned = await planSeriesChange(change, body)
  const { series, plan, changes } = planned
  const clashes = await clashesInReply(change, sessionsAfterSeries(planned))
  await discardRequests(change, touchedBy(plan))
  await keepingRows(change, [series.id], async () => {
    await storeSeries(change, planned)
    const { before, changed } = affectedBy(planned)
    return { sessions: { ...before, dates: changed }, changes }
  })
  await notify(tx, { userId: user.userId, now }, await noticesOf(change, planned))
  return { ...countsOf(plan), ...clashes }
}
