/**
 * Undoes what a provider changed or deleted at once. Its preview makes the same plan
 * (docs/decisions/preview-is-the-change.md).
 */
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Clash } from '#contract/clashes.ts'
import { type ProviderChange, providerChangeMessages } from '#contract/provider-changes.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { grouped } from '#domain/grouped.ts'
import { OCCURRENCE_STATES, occurrenceStateOf } from '#domain/occurrence.ts'
import { localDateSchema, withoutSeconds } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { followSessions, hasWaitingChange } from '#server/areas/provider-days/follow-days.ts'
import { type DayKey, dayEntity, type StoredDay } from '#server/areas/provider-days/provider-days.ts'
import type { Tx } from '#server/db/database.ts'
import { occurrenceStudents, occurrences, scheduleEventStudents, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { settleNotices } from '#server/db/settle-notices.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { readUserName } from '#server/db/users.ts'
import { providerScope } from '#server/http/access.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { requireSeenUndo, seenKey } from '#server/http/seen-key.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { refuseStale, SERIES } from './change-record.ts'
import { foreseeRequest } from './deciding-requests.ts'
import { type AllowedMove, type ChangeContext, holdDays, occurrenceLine } from './occurrence-moves.ts'
import { requireAvailable } from './provider-availability.ts'
import {
  moveProviderChange,
  providerChanged,
  readProviderChange,
  type StoredProviderChange,
} from './provider-changes.ts'
import { readClashes } from './session-clashes.ts'
import { refusesSessions, settleDays } from './session-days.ts'
import { addSessionStudents } from './session-rows.ts'

type Stored = StoredProviderChange
type Kept = Stored['occurrences'][0]

/** What the plan needs of a date, before and now. */
const dateSchema = z.object({
  schedule_event_id: z.int(),
  provider_id: z.int(),
  school_id: z.int(),
  date: localDateSchema,
  start_time: z.string(),
  end_time: z.string(),
  ends_at: z.coerce.date(),
  is_timesheet_required: z.boolean(),
  deleted_at: z.unknown(),
  version: z.int(),
})
type DateRow = z.output<typeof dateSchema>

const keyOf = ({ provider_id: providerId, date }: DateRow): DayKey => ({ providerId, date })

type What = ProviderChange['back'][0]['what'] | 'shape'
type Why = ProviderChange['stays'][0]['why']

interface Back {
  kept: Kept
  what: What
  /** As it will be; for one that the change added, as it is. */
  row: DateRow
  now: DateRow
  move: AllowedMove | undefined
}

interface UndoPlan {
  days: Map<string, StoredDay>
  back: Back[]
  stays: { date: string; why: Why }[]
  obstacle: string | null
  clashes: ReadonlyMap<string, Clash[]>
  seen: string
}

const readUndoer = async (tx: Tx, { undoneById }: Stored): Promise<string> =>
  undoneById === null ? 'Someone' : readUserName(tx, undoneById)

const readAnswer = async (
  tx: Tx,
  { answeredAt, answeredById, reason }: Stored,
): Promise<ProviderChange['answered']> => {
  if (answeredAt === null || answeredById === null) return null
  return { by: await readUserName(tx, answeredById), atUtc: answeredAt.toISOString(), reason }
}

interface StandingDate {
  readonly id: number
  readonly row: unknown
  /** Whether someone has asked to change it. */
  readonly waits: boolean
  /** Whether its session was deleted. */
  readonly ended: boolean
  readonly sessionVersion: number
}

const readDates = async (tx: Tx, ids: readonly number[]) => {
  const { rows } = await tx.execute<StandingDate & Record<string, unknown>>(sql`
    select ${occurrences.id} as id, to_jsonb(${occurrences}) as row, ${hasWaitingChange} as waits,
      ${scheduleEvents.deletedAt} is not null as ended, ${scheduleEvents.version} as "sessionVersion"
    from ${occurrences} join ${scheduleEvents} on ${scheduleEvents.id} = ${occurrences.scheduleEventId}
    where ${occurrences.id} = any(${sql.param([...ids])}::int[]) order by ${occurrences.date}, ${occurrences.id}`)
  return new Map(rows.map(({ row, ...current }) => [current.id, { ...current, row: dateSchema.parse(row) }]))
}

/** Who has changed one of its sessions since; undefined if nobody has. */
const changedSince = async ({ tx, isPreview }: ChangeContext, { sessions }: Stored): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ id: number; version: number }>(sql`
    select id, version from ${scheduleEvents}
    where id = any(${sql.param(sessions.map(({ id }) => id))}::int[]) order by id ${isPreview ? sql`` : sql`for update`}`)
  const now = new Map(rows.map(({ id, version }) => [id, version]))
  for (const { id, version } of sessions) {
    if (now.get(id) === version) continue
    try {
      await refuseStale(tx, SERIES, id, version)
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
  }
  return undefined
}

const frequenciesOf = ({ students }: Kept): number[] =>
  students.map((entry) => z.object({ caseload_frequency_id: z.int() }).parse(entry).caseload_frequency_id)

/** Tells whether a date would come back to a school or with a student that is no longer active. */
const readInactive = async (tx: Tx, kept: readonly Kept[], before: readonly DateRow[]) => {
  const schoolIds = before.map(({ school_id: id }) => id)
  const frequencyIds = kept.flatMap(frequenciesOf)
  const isGone = (table: typeof schools | typeof students) => or(eq(table.isActive, false), isNotNull(table.deletedAt))
  const closed = await tx
    .select({ id: schools.id })
    .from(schools)
    .where(and(inArray(schools.id, schoolIds), isGone(schools)))
  const left = await tx
    .select({ id: caseloadFrequencies.id })
    .from(caseloadFrequencies)
    .innerJoin(students, eq(students.id, caseloadFrequencies.studentId))
    .where(and(inArray(caseloadFrequencies.id, frequencyIds), isGone(students)))
  const closedIds = new Set(closed.map(({ id }) => id))
  const leftIds = new Set(left.map(({ id }) => id))
  return (date: Kept, { school_id: id }: DateRow): boolean =>
    closedIds.has(id) || frequenciesOf(date).some((each) => leftIds.has(each))
}

const whatOf = ({ row, version }: Kept, before: DateRow | undefined, now: DateRow): What => {
  if (row === null || before === undefined) return 'removed'
  if (now.deleted_at !== null) return 'restored'
  return before.version === version ? 'shape' : 'changedBack'
}

/** How the date moves, if its lifecycle allows it. */
const moveOf = (what: What, day: StoredDay | undefined, { user }: ChangeContext) => {
  const state = day?.state ?? 'open'
  const isDeleted = what === 'restored'
  const from = occurrenceStateOf({ day: state, isDeleted, hasPendingEdit: false, isInvoiced: false })
  const type = {
    restored: 'change.undo',
    changedBack: 'series.edit',
    removed: 'occurrence.delete',
    shape: undefined,
  } as const
  const event = type[what]
  if (event === undefined) return undefined
  const facts = { by: user.role, hasPassed: false, isCorrecting: false }
  const move = askMachine(occurrenceMachine, OCCURRENCE_STATES, from, facts, { type: event })
  return move.allowed ? move : undefined
}

const planUndo = async (change: ChangeContext, stored: Stored): Promise<UndoPlan> => {
  const { tx, user, now } = change
  const ids = stored.occurrences.map((each) => each.id)
  const found = await readDates(tx, ids)
  const before = new Map(
    stored.occurrences.map((kept) => [kept.id, kept.row === null ? undefined : dateSchema.parse(kept.row)]),
  )
  const keys = [...found].flatMap(([each, { row }]) => [row, before.get(each) ?? row].map(keyOf))
  const days = await holdDays(change, keys)
  const dates = await readDates(tx, ids)
  const isInactive = await readInactive(
    tx,
    stored.occurrences,
    [...before.values()].filter((row) => row !== undefined),
  )
  const back: Back[] = []
  const stays: UndoPlan['stays'] = []
  for (const kept of stored.occurrences) {
    const current = dates.get(kept.id)
    if (current === undefined) continue
    const { row, waits, ended, sessionVersion } = current
    const was = before.get(kept.id)
    const what = whatOf(kept, was, row)
    const target = was ?? row
    const [dayNow, dayThen] = [days.get(dayEntity(keyOf(row))), days.get(dayEntity(keyOf(target)))]
    const closed = [dayNow, dayThen].find((day) => day !== undefined && refusesSessions(day, user))
    const isOfSession = stored.sessions.some((session) => session.id === row.schedule_event_id)
    // It would come back with a time, a provider, or on a date that the session no longer has.
    const hasOtherSession = ended || (kept.sessionVersion ?? sessionVersion) !== sessionVersion
    const stay = (why: Why) => stays.push({ date: target.date, why })
    if (what === 'shape') {
      if (row.version === kept.version) back.push({ kept, what, row: target, now: row, move: undefined })
    } else if (waits) stay('waiting')
    else if (row.version !== kept.version || (hasOtherSession && !isOfSession)) stay('changed')
    else if (closed) stay(closed.state === 'locked' ? 'locked' : 'approved')
    else if (row.ends_at < now || target.ends_at < now) stay('passed')
    else if (what !== 'removed' && isInactive(kept, target)) stay('inactive')
    else {
      const move = moveOf(what, dayNow, change)
      if (move) back.push({ kept, what, row: target, now: row, move })
      else stay('changed')
    }
  }
  const obstacle = await obstacleOf(change, stored, back)
  const clashes = await clashesOf(change, stored, back)
  const seen = seenKey([
    stored.undoneAt,
    obstacle,
    back.map(({ kept, what, now: row }) => [kept.id, what, row.version]),
    stays,
    [...clashes],
  ])
  return { days, back, stays, obstacle, clashes, seen }
}

const obstacleOf = async (change: ChangeContext, stored: Stored, back: readonly Back[]): Promise<string | null> => {
  if (stored.undoneAt !== null) return null
  const since = await changedSince(change, stored)
  if (since !== undefined) return since
  const dates = back.flatMap(({ what, row }) => (what === 'restored' ? row.date : []))
  try {
    await requireAvailable(change, { providerId: stored.providerId, dates, isMove: true })
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return back.some(({ what }) => what !== 'shape') ? null : providerChangeMessages.nothing
}

/** Clashes of the sessions as they will be, by date. */
const clashesOf = async (change: ChangeContext, { occurrences: all }: Stored, back: readonly Back[]) => {
  const restored = back.filter(({ what }) => what === 'restored' || what === 'changedBack')
  const clashes = new Map<string, Clash[]>()
  const alike = grouped(restored, ({ kept, row }) =>
    JSON.stringify([row.provider_id, row.school_id, row.start_time, row.end_time, frequenciesOf(kept)]),
  )
  for (const group of alike.values()) {
    const [{ kept, row }] = group
    const form = {
      startTime: withoutSeconds(row.start_time),
      endTime: withoutSeconds(row.end_time),
      schoolId: row.school_id,
      caseloadIds: frequenciesOf(kept),
    }
    const dates = group.map((each) => each.row.date)
    const replacedIds = all.map(({ id }) => id)
    const found = await readClashes(change, { providerId: row.provider_id, form, dates, newDates: [], replacedIds })
    for (const [date, ofDate] of found) clashes.set(date, [...(clashes.get(date) ?? []), ...ofDate])
  }
  return clashes
}

const byDate = (one: { date: string }, other: { date: string }) => one.date.localeCompare(other.date)

/** An undo, or an approval if it waits. */
const previewChange = async (change: ChangeContext, id: number): Promise<ProviderChange> => {
  const scope = providerScope(change.user)
  const stored = await readProviderChange(change.tx, id, { scope })
  const answered = await readAnswer(change.tx, stored)
  const { state, words, at, providerId } = stored
  const shown = { id, providerId, state, words, atUtc: at.toISOString(), answered }
  const isMade = state === 'applied' || state === 'undone'
  if (isMade && scope === undefined) return { ...shown, ...(await previewUndo(change, stored)) }
  const none = { undone: null, back: [], stays: [], approval: null, obstacle: null, seen: '' }
  if (state !== 'waiting') return { ...shown, ...none }
  const { preview, obstacle, seen } = await foreseeRequest(change, stored)
  return { ...shown, ...none, approval: obstacle === null ? preview : null, obstacle, seen }
}

const previewUndo = async (change: ChangeContext, stored: Stored) => {
  const { back, stays, obstacle, clashes, seen } = await planUndo(change, stored)
  const isUndone = stored.undoneAt !== null
  return {
    approval: null,
    undone:
      stored.undoneAt === null
        ? null
        : { by: await readUndoer(change.tx, stored), atUtc: stored.undoneAt.toISOString() },
    obstacle,
    back: isUndone
      ? []
      : back
          .flatMap(({ what, row: { date } }) =>
            what === 'shape' ? [] : { date, what, clashes: what === 'removed' ? [] : (clashes.get(date) ?? []) },
          )
          .sort(byDate),
    stays: isUndone ? [] : stays.toSorted(byDate),
    seen,
  }
}

/** What goes back; the version is raised, and labels and notes stay. */
const DATE_COLUMNS = [
  'provider_id',
  'school_id',
  'service_id',
  'rate_type_id',
  'title',
  'colour_code',
  'schedule_event_mode',
  'is_timesheet_required',
  'is_recurring',
  'students_count',
  'date',
  'start_time',
  'end_time',
  'starts_at',
  'ends_at',
  'is_edited_alone',
  'moved_from',
  'deleted_at',
]
const SESSION_COLUMNS = [
  'event_name',
  'schedule_event_mode',
  'is_timesheet_required',
  'provider_id',
  'school_id',
  'service_id',
  'rate_type_id',
  'colour_code',
  'from_date',
  'to_date',
  'start_time',
  'end_time',
  'recurrence',
  'is_recurring',
  'deleted_at',
]

const setAsBefore = (columns: readonly string[]) => sql.raw(columns.map((each) => `${each} = old.${each}`).join(', '))

const restoreDates = async (tx: Tx, back: readonly Back[]): Promise<void> => {
  const restored = back.flatMap(({ kept: { row, students } }) => (row === null ? [] : { row, students }))
  const rows = JSON.stringify(restored.map(({ row }) => row))
  await tx.execute(sql`update ${occurrences} as stored set ${setAsBefore(DATE_COLUMNS)}, version = stored.version + 1
    from jsonb_populate_recordset(null::occurrences, ${rows}::jsonb) as old where stored.id = old.id`)
  const entries = JSON.stringify(restored.flatMap(({ students }) => students))
  await tx.execute(sql`delete from ${occurrenceStudents} as entry
    where entry.occurrence_id = any(${sql.param(restored.map(({ row }) => Number(row.id)))}::int[])
      and not exists (select from jsonb_populate_recordset(null::occurrence_students, ${entries}::jsonb) as old
        where old.occurrence_id = entry.occurrence_id and old.caseload_frequency_id = entry.caseload_frequency_id)`)
  await tx.execute(sql`insert into ${occurrenceStudents}
      (occurrence_id, student_id, caseload_frequency_id, label_ids, label_meanings, tracking_feedback)
    select occurrence_id, student_id, caseload_frequency_id, label_ids, label_meanings, tracking_feedback
    from jsonb_populate_recordset(null::occurrence_students, ${entries}::jsonb) order by id on conflict do nothing`)
}

const restoreSessions = async ({ tx, user, now }: ChangeContext, { sessions }: Stored): Promise<void> => {
  const rows = JSON.stringify(sessions.map(({ row }) => row))
  await tx.execute(sql`update ${scheduleEvents} as stored set ${setAsBefore(SESSION_COLUMNS)},
      version = stored.version + 1, updated_by_id = ${user.userId}::int, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_populate_recordset(null::schedule_events, ${rows}::jsonb) as old where stored.id = old.id`)
  for (const { id, caseloadIds } of sessions) {
    await tx.delete(scheduleEventStudents).where(eq(scheduleEventStudents.scheduleEventId, id))
    await addSessionStudents(tx, id, caseloadIds)
  }
}

const hoursOf = (back: readonly Back[]) =>
  back.flatMap(({ row, now, what }) =>
    [row, now].flatMap((each) =>
      each.is_timesheet_required && what !== 'shape'
        ? [{ providerId: each.provider_id, schoolId: each.school_id, date: each.date }]
        : [],
    ),
  )

const CHANGES = ["the provider's change, which was undone"]

const changeUndone = defineNotification({
  kind: 'provider-change-undone',
  lastsIn: 'always',
  audience: 'PRV',
  category: 'Schedule',
  subject: SERIES,
  words: ({ words, sessions }: { words: string; sessions: number; providerId: number; date: string }) =>
    `An administrator undid your change to ${counted(sessions, 'session')}: ${words}`,
  inMail: ({ sessions }) => `An administrator undid your change to ${counted(sessions, 'session')}.`,
  href: ({ providerId, date }) => calendarAddressOf({ providerId, date }, false),
})

/** @throws Refusal 409 if it was undone, is not as shown, or nothing can go back */
const undo = async (change: ChangeContext, { id, seen }: { id: number; seen: string }) => {
  const { tx, user, now } = change
  const stored = await readProviderChange(tx, id, { scope: undefined, lock: true })
  const plan = await planUndo(change, stored)
  const { days, back, stays, obstacle } = plan
  if (stored.undoneAt !== null)
    throw new Refusal(409, `${await readUndoer(tx, stored)} has already undone this change.`)
  if (stored.state !== 'applied') throw new Refusal(409, providerChangeMessages.nothing)
  if (obstacle !== null) throw new Refusal(409, obstacle)
  requireSeenUndo(plan.seen, seen)
  const moving = back.filter(({ what }) => what !== 'shape')
  const removed = back.filter(({ what }) => what === 'removed').map(({ kept }) => kept.id)
  await restoreDates(tx, back)
  await tx.execute(sql`update ${occurrences} set deleted_at = ${now.toISOString()}::timestamptz, version = version + 1
    where id = any(${sql.param(removed)}::int[])`)
  await restoreSessions(change, stored)
  const undone = { undoneAt: now, undoneById: user.userId }
  await moveProviderChange(change, { id, from: stored.state, type: 'change.undo' }, undone)
  await logTransitions(tx, user.userId, now, [
    ...stored.sessions.map(({ id: session, version, row }) => ({
      machine: SERIES,
      entity: String(session),
      from: 'scheduled',
      event: 'series.change',
      to: row.deleted_at === null ? 'scheduled' : 'ended',
      detail: { version: version + 1, changes: CHANGES },
    })),
    ...moving.flatMap(({ kept, move, what }) => {
      const event = what === 'restored' ? 'change.undo' : what === 'removed' ? 'occurrence.delete' : 'series.edit'
      return move ? occurrenceLine(kept.id, move, event, { version: kept.version + 1, changes: CHANGES }) : []
    }),
  ])
  await settleDays(tx, days.values(), hoursOf(back), change)
  const isBack = sql`${occurrences.id} = any(${sql.param(moving.map(({ kept }) => kept.id))}::int[])`
  await followSessions(tx, isBack, { userId: user.userId, now })
  await settleNotices(tx, now, [{ kind: providerChanged.kind, subject: SERIES, entity: `change/${id}` }])
  const [first] = moving.toSorted((one, other) => byDate(one.row, other.row))
  if (!first) throw new RangeError('Nothing went back')
  const { providerId, words } = stored
  const told = { words, sessions: moving.length, providerId, date: first.row.date }
  await notify(tx, { userId: user.userId, now }, [
    notice(changeUndone, { providerId }, first.row.schedule_event_id, told),
  ])
  return { restored: moving.length, stayed: stays.length }
}

/** Everything from one snapshot of the database. */
export const providerChangeHandlers: HandlersOf<'getProviderChange' | 'undoProviderChange'> = {
  getProviderChange: ({ body, db, user, now, timeZone }) =>
    db.transaction((tx) => previewChange({ tx, user, now, timeZone, isPreview: true }, body.id), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),

  undoProviderChange: async ({ body, db, user, now, timeZone }) =>
    done(await db.transaction((tx) => undo({ tx, user, now, timeZone }, body)), providerChangeMessages.undone),
}
