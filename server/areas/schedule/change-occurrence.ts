/** Changing one occurrence: at once by an administrator, on approval by a provider (DESIGN, section 4). */
import { eq, sql } from 'drizzle-orm'
import type { Clash } from '#contract/clashes.ts'
import type { PendingDecision } from '#contract/schedule.ts'
import { fromWire, type ScheduleEventPayload } from '#contract/schedule-event-payload.ts'
import type { ChangedSessions, SavedChange } from '#contract/session-form.ts'
import type { WaitingVersion } from '#contract/waiting-version.ts'
import {
  asSingleSession,
  questionsFor,
  type SessionForm,
  sessionFormMessages,
  sessionFormSchema,
} from '#domain/session-form.ts'
import { clashInWords } from '#machines/schedule/clash-words.ts'
import { ADMINISTRATORS, type Notice, notice, notify } from '#server/areas/notifications/notify.ts'
import { followSessions } from '#server/areas/provider-days/follow-days.ts'
import { dayEntity, type StoredDay } from '#server/areas/provider-days/provider-days.ts'
import type { Tx } from '#server/db/database.ts'
import { readProviderName } from '#server/db/providers.ts'
import { requireOne } from '#server/db/require-one.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { providerScope } from '#server/http/access.ts'
import { refuseFields } from '#server/http/field-errors.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'
import { changesInWords, SERIES } from './change-record.ts'
import { discardRequests } from './change-requests.ts'
import type { Rated } from './deciding-rate-type.ts'
import {
  type AllowedMove,
  type ChangeContext,
  type HeldOccurrence,
  holdOccurrence,
  hoursTouched,
  nothingChanged,
  occurrenceLine,
  requireOccurrenceMove,
} from './occurrence-moves.ts'
import { requireAvailable } from './provider-availability.ts'
import { providerOf, requireChoices, requireKnownProvider } from './session-checks.ts'
import { type ClashQuery, clashesInReply, readClashes } from './session-clashes.ts'
import { requireOpenDays, settleDays } from './session-days.ts'
import { changeAsked, changeNotices, sessionOf } from './session-notices.ts'
import { addStudents, dropStudents, instantsOf, occurrenceColumns, updateSession } from './session-rows.ts'
import type { StoredOccurrence } from './stored-sessions.ts'
import { answerWaiting, requireReplacing } from './waiting-version.ts'

/** The rate type after a change: providers can't choose one, so the stored one stays while the service is the same. */
export const rateTypeAfter = (before: SessionForm, after: SessionForm): number | null =>
  after.rateTypeId ??
  (after.schoolId === before.schoolId && after.serviceId === before.serviceId ? before.rateTypeId : null)

/** What the change makes of the stored occurrence; the recurrence stays the series'. */
const formAfter = ({ form: before }: StoredOccurrence, form: SessionForm, providerId: number): SessionForm => ({
  ...form,
  providerId,
  rateTypeId: rateTypeAfter(before, form),
  rule: before.rule,
  endDate: before.rule.type === 'none' ? form.date : before.endDate,
})

/** If the change moves it to another day, that day must accept sessions too. */
const requireDayAfter = ({ day, days }: HeldOccurrence, after: StoredDay | undefined, change: ChangeContext): void => {
  if (!after) throw new Refusal(409, 'The pending change to this session has been updated. Please review it.')
  if (days.size > 1 && dayEntity(after) !== dayEntity(day)) requireOpenDays([after], change.user)
}

const dropEdit = (tx: Tx, occurrenceId: number) =>
  tx.delete(occurrenceEdits).where(eq(occurrenceEdits.occurrenceId, occurrenceId))

interface Edit {
  held: HeldOccurrence
  form: SessionForm
  providerId: number
  event: 'occurrence.edit' | 'edit.withdraw' | 'edit.approve'
  move: AllowedMove
}

/** A change of an occurrence, after all checks. */
export interface PlannedEdit extends Edit {
  studentsCount: number
  /** What differs, in words. */
  changes: string[]
  /** The provider's waiting version that an administrator's change discards. */
  replaces?: WaitingVersion | undefined
}

const planEdit = async (change: ChangeContext, edit: Edit): Promise<PlannedEdit> => {
  const { tx, user } = change
  const { form, providerId, held } = edit
  const { stored } = held
  const isMove = providerId === stored.providerId
  if (!isMove || form.date !== stored.date) await requireAvailable(change, { providerId, dates: [form.date], isMove })
  const studentsCount = await requireChoices(tx, form, { providerId, user, before: stored.form })
  return { ...edit, studentsCount, changes: changesInWords(held.stored.form, form) }
}

const apply = async (change: ChangeContext, edit: PlannedEdit): Promise<void> => {
  const { tx, user, now, timeZone } = change
  const { held, form, providerId, event, move, studentsCount, changes } = edit
  const { stored, days } = held
  const saved = await tx
    .update(occurrences)
    .set({
      ...occurrenceColumns(form, providerId, studentsCount),
      ...instantsOf(form, form.date, timeZone),
      date: form.date,
      movedFrom: stored.isRecurring && form.date !== stored.slot ? stored.slot : null,
      isEditedAlone: stored.isRecurring,
      version: sql`${occurrences.version} + 1`,
    })
    .where(eq(occurrences.id, stored.id))
    .returning({ version: occurrences.version })
  await dropStudents(tx, [stored.id], { allBut: form.caseloadIds })
  await addStudents(tx, eq(occurrences.id, stored.id), form.caseloadIds)
  const answer = await answerWaiting(change, stored, event === 'edit.approve' ? 'approved' : 'replaced')
  // A request about several sessions that still waits was made after the edit that is approved.
  if (event !== 'edit.approve') await discardRequests(change, [stored.id])
  await dropEdit(tx, stored.id)
  const { version: raised } = requireOne(saved, 'The session')
  const line = occurrenceLine(stored.id, move, event, { version: raised, changes, ...answer })
  const lines = [line]
  if (!stored.isRecurring) {
    // A session that does not repeat is changed together with its one occurrence.
    const single: SessionForm = { ...form, rule: { type: 'none' }, endDate: form.date }
    const version = await updateSession(tx, stored.scheduleEventId, single, { providerId, user, now })
    const detail = { version, changes }
    const entity = String(stored.scheduleEventId)
    lines.push({ machine: SERIES, entity, from: 'scheduled', event: 'series.change', to: 'scheduled', detail })
  }
  await logTransitions(tx, user.userId, now, lines)
  await settleDays(tx, days.values(), hoursTouched(stored.form, form), change)
  await followSessions(tx, eq(occurrences.id, stored.id), { userId: user.userId, now })
  // Who asked for a change has been told what became of it.
  if (answer.answered === undefined) await notify(tx, { userId: user.userId, now }, await noticesOf(change, edit))
}

const noticesOf = (
  change: ChangeContext,
  { held: { stored }, form, providerId, changes }: PlannedEdit,
): Promise<Notice[]> => {
  const before = sessionOf(stored)
  const after = sessionOf({ ...stored, form, providerId, date: form.date })
  return changeNotices(change, stored.scheduleEventId, { before, after, changed: before.dates }, changes)
}

/** Stores a provider's change next to the occurrence. It replaces an earlier pending one. */
const keepWaiting = async (change: ChangeContext, edit: PlannedEdit): Promise<void> => {
  const { tx, user, now } = change
  const { held, form, event, move, changes } = edit
  const { stored } = held
  await discardRequests(change, [stored.id])
  const version = { form, requestedById: user.userId, requestedAt: now }
  await tx
    .insert(occurrenceEdits)
    .values({ occurrenceId: stored.id, ...version })
    .onConflictDoUpdate({ target: occurrenceEdits.occurrenceId, set: version })
  const raised = await raiseVersion(tx, stored.id)
  await logTransitions(tx, user.userId, now, [occurrenceLine(stored.id, move, event, { version: raised, changes })])
  const providerName = await readProviderName(tx, stored.providerId)
  await notify(tx, { userId: user.userId, now }, [
    notice(changeAsked, ADMINISTRATORS, stored.id, {
      ...sessionOf(stored),
      changes,
      providerName,
      occurrenceId: stored.id,
    }),
  ])
}

const raiseVersion = async (tx: Tx, id: number): Promise<number> => {
  const saved = await tx
    .update(occurrences)
    .set({ version: sql`${occurrences.version} + 1` })
    .where(eq(occurrences.id, id))
    .returning({ version: occurrences.version })
  return requireOne(saved, 'The session').version
}

/** The pending change is withdrawn or rejected: the occurrence stays as it is. */
const dropWaiting = async (
  change: ChangeContext,
  { held, event, move }: { held: HeldOccurrence; event: 'edit.withdraw' | 'edit.reject'; move: AllowedMove },
): Promise<void> => {
  const { tx, user, now } = change
  const { id } = held.stored
  const answer = await answerWaiting(change, held.stored, 'rejected')
  await dropEdit(tx, id)
  const version = await raiseVersion(tx, id)
  await logTransitions(tx, user.userId, now, [occurrenceLine(id, move, event, { version, ...answer })])
  await followSessions(tx, eq(occurrences.id, id), { userId: user.userId, now })
}

type OccurrenceBody = ScheduleEventPayload & { entityCacheKey: string; replacesKey?: string | undefined }

/** The checked change; undefined if nothing differs. Throws a Refusal if it may not be made. */
export const planOccurrenceChange = async (
  change: ChangeContext,
  body: OccurrenceBody,
): Promise<PlannedEdit | undefined> => {
  const { user } = change
  const values = asSingleSession(fromWire(body))
  const questions = questionsFor(user.role, user.providerId)
  // Providers can't choose a rate type, so their changes may leave it empty.
  const asksRateType = questions.asksRateType && values.rateTypeId !== null
  const parsed = sessionFormSchema({ ...questions, asksRateType }).safeParse(values)
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  const sent = parsed.data
  const scope = providerScope(user)
  await requireKnownProvider(change.tx, sent)
  const held = await holdOccurrence(change, { id: body.id, scope, seen: body.entityCacheKey }, (found) => [
    { providerId: providerOf(sent, body.providerId, user, found.providerId), date: sent.date },
  ])
  const { stored, day, days } = held
  const providerId = providerOf(sent, body.providerId, user, stored.providerId)
  const move = requireOccurrenceMove(stored, day, 'occurrence.edit', change)
  requireDayAfter(held, days.get(dayEntity({ providerId, date: sent.date })), change)
  const form = formAfter(stored, sent, providerId)
  const isOtherPlace = form.schoolId !== stored.form.schoolId || form.serviceId !== stored.form.serviceId
  if (questions.asksRateType && form.rateTypeId === null && isOtherPlace) {
    refuseField('rateTypeId', sessionFormMessages.rateType)
  }
  const isSame = changesInWords(stored.form, form).length === 0
  if (isSame && !stored.hasPendingEdit) return undefined
  if (isSame && move.to === 'editPending') {
    // The pending change would leave the session as it is, so it is withdrawn.
    const event = 'edit.withdraw'
    const back = requireOccurrenceMove(stored, day, event, change)
    return planEdit(change, { held, form, providerId, event, move: back })
  }
  const replaces = await requireReplacing(change, { edited: [stored], ids: [stored.id] }, body.replacesKey)
  return { ...(await planEdit(change, { held, form, providerId, event: 'occurrence.edit', move })), replaces }
}

/** A provider's change waits for an administrator. */
const waits = ({ move }: PlannedEdit): boolean => move.to === 'editPending'

/** The change as the reply counts it. */
export const countsOfEdit = (edit: PlannedEdit): ChangedSessions => {
  if (edit.event === 'edit.withdraw') return nothingChanged
  return waits(edit) ? { ...nothingChanged, isPending: true } : { ...nothingChanged, changed: 1 }
}

/** The changed session, as others may clash with it. */
export const sessionsAfterEdit = ({ form, providerId, held }: Edit): ClashQuery & Rated => ({
  providerId,
  form,
  dates: [form.date],
  newDates: form.date === held.stored.date && providerId === held.stored.providerId ? [] : [form.date],
  replacedIds: [held.stored.id],
})

export const changeOccurrence = async (change: ChangeContext, body: OccurrenceBody): Promise<SavedChange> => {
  const edit = await planOccurrenceChange(change, body)
  if (edit === undefined) return nothingChanged
  const clashes = await clashesInReply(change, sessionsAfterEdit(edit))
  if (edit.event === 'edit.withdraw') await dropWaiting(change, { ...edit, event: edit.event })
  else if (waits(edit)) await keepWaiting(change, edit)
  else await apply(change, edit)
  return { ...countsOfEdit(edit), ...clashes }
}

interface Decision {
  id: number
  entityCacheKey?: string | undefined
}

interface Approval extends Decision {
  /** Identifies the conflicts that the administrator saw. */
  seenKey?: string | undefined
}

const readEdit = async (tx: Tx, occurrenceId: number): Promise<SessionForm | undefined> => {
  const [edit] = await tx
    .select({ form: occurrenceEdits.form })
    .from(occurrenceEdits)
    .where(eq(occurrenceEdits.occurrenceId, occurrenceId))
  return edit?.form
}

/** The day that a pending change moves to. */
const dayOfEdit = ({ providerId }: StoredOccurrence, form: SessionForm | undefined) =>
  form ? [{ providerId: form.providerId ?? providerId, date: form.date }] : []

/** A pending change that may be decided, before the checks on what it would make. */
const holdEdit = async (change: ChangeContext, { id, entityCacheKey: seen }: Decision): Promise<Edit> => {
  const { tx } = change
  const found = await readEdit(tx, id)
  const held = await holdOccurrence(change, { id, scope: undefined, seen }, (stored) => dayOfEdit(stored, found))
  const event = 'edit.approve'
  const move = requireOccurrenceMove(held.stored, held.day, event, change)
  // Read again under the lock: it may have been replaced in the meantime.
  const form = await readEdit(tx, id)
  const [key] = dayOfEdit(held.stored, form)
  if (!form || !key) throw new RangeError(`Occurrence ${id} is marked as pending but has no change`)
  const { providerId } = key
  // Its rate type may have been chosen after the change was requested.
  return { held, form: formAfter(held.stored, { ...form, rateTypeId: null }, providerId), providerId, event, move }
}

const planApproval = (change: ChangeContext, edit: Edit): Promise<PlannedEdit> => {
  const { held, form, providerId } = edit
  requireDayAfter(held, held.days.get(dayEntity({ providerId, date: form.date })), change)
  return planEdit(change, edit)
}

/** Includes each document that the provider lacks on the day, even if the session was already on that day. */
const clashesOfApproval = async (change: ChangeContext, edit: Edit): Promise<Clash[]> => {
  const found = await readClashes(change, { ...sessionsAfterEdit(edit), newDates: [edit.form.date] })
  return found.get(edit.form.date) ?? []
}

/** What approving the pending change of an occurrence would do. Nothing is locked: call it for a preview. */
export const foreseeApproval = async (change: ChangeContext, id: number): Promise<PendingDecision> => {
  let edit: Edit | undefined
  let obstacle: string | null = null
  try {
    edit = await holdEdit(change, { id })
    await planApproval(change, edit)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    obstacle = error.message
  }
  const clashes = edit ? await clashesOfApproval(change, edit) : []
  return { obstacle, clashes, seenKey: seenKey(clashes) }
}

const conflictsChanged = (clashes: readonly Clash[]): Refusal =>
  new Refusal(
    409,
    clashes.length === 0
      ? 'What you were warned of no longer applies. Please decide again.'
      : `The warnings have changed. Please decide again: ${clashes.map(clashInWords).join('; ')}.`,
  )

export const approveEdit = async (
  change: ChangeContext,
  { seenKey: seen, ...decision }: Approval,
): Promise<ChangedSessions> => {
  const planned = await planApproval(change, await holdEdit(change, decision))
  const clashes = seen === undefined ? [] : await clashesOfApproval(change, planned)
  if (seen !== undefined && seen !== seenKey(clashes)) throw conflictsChanged(clashes)
  await apply(change, planned)
  return countsOfEdit(planned)
}

/** An administrator rejects the pending change, or its provider withdraws it. */
const dropping =
  (event: 'edit.reject' | 'edit.withdraw') =>
  async (change: ChangeContext, { id, entityCacheKey: seen }: Decision): Promise<ChangedSessions> => {
    const held = await holdOccurrence(change, { id, scope: providerScope(change.user), seen })
    const move = requireOccurrenceMove(held.stored, held.day, event, change)
    await dropWaiting(change, { held, event, move })
    return nothingChanged
  }

export const rejectEdit = dropping('edit.reject')
export const withdrawEdit = dropping('edit.withdraw')
