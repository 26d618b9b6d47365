/**
 * A provider's waiting change of an occurrence, when an administrator answers it: by approving or rejecting it, or by
 * changing or deleting the session. The last two name it first, and need its key; the provider learns what became of it.
 */
import { eq, sql } from 'drizzle-orm'
import type { EditAnswer, WaitingVersion } from '#contract/waiting-version.ts'
import { isAdministrator } from '#domain/roles.ts'
import type { LocalDate } from '#domain/time.ts'
import { inWords } from '#domain/words.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { notice, notify } from '#server/areas/notifications/notify.ts'
import type { Db } from '#server/db/database.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { readUserName } from '#server/db/users.ts'
import { Refusal } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'
import { type Answered, answeredSchema } from './answered.ts'
import { changesInWords, requested } from './change-record.ts'
import { readWaitingRequests } from './change-requests.ts'
import type { ChangeContext } from './occurrence-moves.ts'
import { changeAnswered, sessionOf } from './session-notices.ts'
import type { StoredOccurrence } from './stored-sessions.ts'

interface StoredWaiting extends WaitingVersion {
  requestedById: number
}

const readWaiting = async (
  tx: Pick<Db, 'select'>,
  { id, form: before, hasPendingEdit }: StoredOccurrence,
): Promise<StoredWaiting | undefined> => {
  if (!hasPendingEdit) return undefined
  const [edit] = await tx
    .select({
      form: occurrenceEdits.form,
      requestedAt: occurrenceEdits.requestedAt,
      requestedById: users.id,
      requestedBy: users.displayName,
    })
    .from(occurrenceEdits)
    .innerJoin(users, eq(users.id, occurrenceEdits.requestedById))
    .where(eq(occurrenceEdits.occurrenceId, id))
  if (!edit) return undefined
  const { form, requestedAt, requestedById, requestedBy } = edit
  // The recurrence stays the series'; providers can't choose a rate type.
  const after = { ...form, rule: before.rule, endDate: before.endDate, rateTypeId: before.rateTypeId }
  const requestedAtUtc = requestedAt.toISOString()
  return { key: requestedAtUtc, requestedById, requestedBy, requestedAtUtc, changes: changesInWords(before, after) }
}

const ofRequest = ({
  id,
  requestedBy,
  at,
  words,
}: Awaited<ReturnType<typeof readWaitingRequests>>[0]): WaitingVersion => ({
  key: `change/${id}`,
  requestedBy,
  requestedAtUtc: at.toISOString(),
  changes: [],
  request: words,
})

const sentenceOf = ({ requestedBy, changes, request }: WaitingVersion): string =>
  request ?? `${requestedBy} has asked to change ${requested(changes)} of this session.`

/** Several as one. */
const together = (all: readonly WaitingVersion[]): WaitingVersion | undefined => {
  const [first, ...others] = all
  if (!first || others.length === 0) return first
  return {
    key: seenKey(all.map(({ key }) => key)),
    requestedBy: inWords([...new Set(all.map(({ requestedBy }) => requestedBy))]),
    requestedAtUtc: first.requestedAtUtc,
    changes: [],
    request: all.map(sentenceOf).join(' '),
  }
}

/** The occurrences that a change touches. */
interface Touched {
  /** Those whose own waiting versions it discards. */
  readonly edited: readonly StoredOccurrence[]
  /** Those whose requests to change or delete whole sessions it discards. */
  readonly ids: readonly number[]
}

/**
 * The requests that a change discards. A preview names them; an administrator's change needs their key.
 *
 * @throws Refusal 409 that names them, if the key is missing or another's
 */
export const requireReplacing = async (
  { tx, user, isPreview, approving }: ChangeContext,
  { edited, ids }: Touched,
  key: string | undefined,
): Promise<WaitingVersion | undefined> => {
  const isOwn = !isAdministrator(user.role)
  // A provider's newer change of a session takes the place of their own edited version.
  const versions = isOwn ? [] : await Promise.all(edited.map((stored) => readWaiting(tx, stored)))
  const requests = await readWaitingRequests(tx, ids)
  const version = together([
    ...versions.flatMap((each) => {
      if (!each) return []
      const { requestedById: _, ...shown } = each
      return shown
    }),
    ...requests.filter(({ id }) => id !== approving?.id).map(ofRequest),
  ])
  if (!version) return undefined
  if (isOwn) return { ...version, isOwn }
  if (!isPreview && key !== version.key) {
    throw new Refusal(
      409,
      `${sentenceOf(version)} Approve or reject the request first, or confirm that your change discards it.`,
    )
  }
  return version
}

type Outcome = EditAnswer['outcome']

const OUTCOMES: Readonly<Record<Outcome, (by: string) => string>> = {
  approved: () => 'was approved.',
  rejected: () => 'was rejected.',
  replaced: (by) => `was discarded: ${by} has changed the session.`,
  deleted: (by) => `was discarded: ${by} has deleted the session.`,
}

/**
 * Tells the provider what becomes of their waiting change; call before it is dropped.
 *
 * @returns for the log entry of the occurrence's move; empty if nothing waits, or the requester answers it themselves
 */
export const answerWaiting = async (
  { tx, user, now }: ChangeContext,
  stored: StoredOccurrence,
  outcome: Outcome,
): Promise<{ answered?: Answered }> => {
  const waiting = await readWaiting(tx, stored)
  if (!waiting) return {}
  if (waiting.requestedById === user.userId) return {}
  const { requestedById: userId, changes } = waiting
  const answer = OUTCOMES[outcome](await readUserName(tx, user.userId))
  const facts = { ...sessionOf(stored), changes, answer }
  await notify(tx, { userId: user.userId, now }, [notice(changeAnswered, { userId }, stored.id, facts)])
  return { answered: { changes, outcome } }
}

/** Which occurrences: a provider's on some days, or one of them. */
interface AnswersOf {
  providerId: number
  from?: LocalDate
  to?: LocalDate
  id?: number
  /** Leaves out what was answered before. */
  since?: Date | undefined
}

/**
 * What became of a provider's requests, until they ask again or the day is approved: the last answer for each
 * occurrence, deleted ones included, ordered by time.
 */
export const readAnswers = async (
  db: Pick<Db, 'execute'>,
  { providerId, from, to, id, since }: AnswersOf,
): Promise<EditAnswer[]> => {
  const { rows } = await db.execute<{ id: number; title: string; answered: unknown; by: string; at: string }>(sql`
    select last.* from (
      select distinct on (${occurrences.id}) ${occurrences.id} as "id", ${occurrences.title} as "title",
        ${occurrences.startTime} as start_time, ${transitionLog.detail} -> 'answered' as "answered",
        ${transitionLog.at} as answered_at, coalesce(${users.displayName}, 'Someone') as "by",
        to_char(${transitionLog.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at"
      from ${occurrences}
      join ${transitionLog} on ${transitionLog.machine} = ${occurrenceMachine.id}
        and ${transitionLog.entity} = ${occurrences.id}::text
        and (${transitionLog.toState} = 'editPending' or ${transitionLog.detail} -> 'answered' is not null)
      left join ${users} on ${users.id} = ${transitionLog.userId}
      left join ${providerDays} on ${providerDays.providerId} = ${occurrences.providerId}
        and ${providerDays.date} = ${occurrences.date}
      where ${occurrences.providerId} = ${providerId}
        and coalesce(${providerDays.state}, 'open') not in ('approved', 'locked')
        ${id === undefined ? sql`and ${occurrences.date} between ${from} and ${to}` : sql`and ${occurrences.id} = ${id}`}
      order by ${occurrences.id}, ${transitionLog.id} desc
    ) as last
    where last.answered is not null ${since ? sql`and last.answered_at >= ${since.toISOString()}::timestamptz` : sql``}
    order by last.start_time, last.id`)
  return rows.map(({ id: occurrenceId, title, answered, by, at }) => ({
    id: occurrenceId,
    title,
    ...answeredSchema.parse(answered),
    answeredBy: by,
    answeredAtUtc: at,
  }))
}
