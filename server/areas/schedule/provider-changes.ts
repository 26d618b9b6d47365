/**
 * What providers change or delete, and what they ask for if that waits for an approval: administrators are told, and can
 * undo it (docs/decisions/undoing-providers-changes.md). The rows are kept as they were before.
 */
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { providerChangeMessages } from '#contract/provider-changes.ts'
import type { ProviderChangeState } from '#domain/provider-changes.ts'
import { PROVIDER_CHANGE_STATES } from '#domain/provider-changes.ts'
import { isAdministrator } from '#domain/roles.ts'
import { type ProviderChangeEvent, providerChangeMachine } from '#machines/schedule/provider-change.machine.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { readProviderName } from '#server/db/providers.ts'
import { providerChanges, type RowBefore } from '#server/db/schema/provider-changes.ts'
import { occurrenceStudents, occurrences, scheduleEventStudents, scheduleEvents } from '#server/db/schema/schedule.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail, reasonSaid } from '#server/lifecycle/logged-detail.ts'
import { SERIES } from './change-record.ts'
import type { ChangeContext } from './occurrence-moves.ts'
import { type Sessions, type SessionsChange, sessionsChangeInWords, untitledChange } from './session-notices.ts'

interface SessionRow extends Record<string, unknown> {
  id: number
  version: number
  row: RowBefore
  caseload_ids: number[]
}

interface OccurrenceRow extends Record<string, unknown> {
  id: number
  version: number
  row: RowBefore
  students: RowBefore[]
  session_version: number
}

interface Rows {
  readonly sessions: readonly SessionRow[]
  readonly occurrences: readonly OccurrenceRow[]
}

/** The sessions with all of their occurrences, deleted ones included. */
const readRows = async (tx: Tx, sessionIds: readonly number[]): Promise<Rows> => {
  const ids = sql.param([...new Set(sessionIds)])
  const sessions = await tx.execute<SessionRow>(sql`
    select id, version, to_jsonb(stored) as row, coalesce((
        select jsonb_agg(caseload_frequency_id order by caseload_frequency_id)
        from ${scheduleEventStudents} where schedule_event_id = stored.id
      ), '[]') as caseload_ids
    from ${scheduleEvents} as stored where id = any(${ids}::int[]) order by id`)
  const dates = await tx.execute<OccurrenceRow>(sql`
    select stored.id, stored.version, to_jsonb(stored) as row, session.version as session_version,
      coalesce(jsonb_agg(to_jsonb(entry) order by entry.id) filter (where entry.id is not null), '[]') as students
    from ${occurrences} as stored join ${scheduleEvents} as session on session.id = stored.schedule_event_id
    left join ${occurrenceStudents} as entry on entry.occurrence_id = stored.id
    where stored.schedule_event_id = any(${ids}::int[]) group by stored.id, session.id order by stored.id`)
  return { sessions: sessions.rows, occurrences: dates.rows }
}

const readFor = async ({ tx, user }: ChangeContext, sessionIds: readonly number[]): Promise<Rows | undefined> =>
  isAdministrator(user.role) ? undefined : readRows(tx, sessionIds)

interface Told extends SessionsChange {
  readonly changeId: number
  readonly providerName: string
}

const doneInWords = ({ providerName, ...change }: Omit<Told, 'changeId'>): string =>
  `${providerName} ${sessionsChangeInWords('done', change)}.`

export const providerChanged = defineNotification({
  kind: 'provider-changed-sessions',
  lastsIn: 'always',
  audience: 'ADM',
  category: 'Scheduling',
  subject: SERIES,
  entityOf: ({ changeId }: Told) => `change/${changeId}`,
  words: doneInWords,
  inMail: ({ providerName, ...change }) => `${providerName} ${untitledChange('done', change)}.`,
  href: ({ changeId }) => `/provider-changes/${changeId}`,
})

/** Whether a waiting change would change or delete one of the occurrences. */
export const waitsFor = (ids: readonly number[]) =>
  and(eq(providerChanges.state, 'waiting'), sql`${providerChanges.requestedIds} && ${sql.param([...ids])}::int[]`)

/**
 * What the provider last changed about a date or asked for, unless it is over.
 *
 * @param onlyWaiting leaves out what has been applied
 */
export const readLatestChange = async (
  db: Pick<Db, 'select'>,
  { id, providerId, onlyWaiting }: { readonly id: number; readonly providerId: number; readonly onlyWaiting: boolean },
) => {
  const isApplied = and(
    eq(providerChanges.state, 'applied'),
    sql`${providerChanges.occurrences} @> ${JSON.stringify([{ id }])}::jsonb`,
  )
  const at = sql<Date>`coalesce(${providerChanges.answeredAt}, ${providerChanges.at})`.mapWith(providerChanges.at)
  const [latest] = await db
    .select({
      id: providerChanges.id,
      words: providerChanges.words,
      at,
      state: providerChanges.state,
    })
    .from(providerChanges)
    .where(
      and(eq(providerChanges.providerId, providerId), onlyWaiting ? waitsFor([id]) : or(waitsFor([id]), isApplied)),
    )
    .orderBy(desc(sql`${providerChanges.state} = 'waiting'`), desc(at), desc(providerChanges.id))
    .limit(1)
  return (
    latest && {
      id: latest.id,
      words: latest.words,
      atUtc: latest.at.toISOString(),
      isWaiting: latest.state === 'waiting',
    }
  )
}

export type StoredProviderChange = typeof providerChanges.$inferSelect

/**
 * @param scope only this provider's; anyone's if undefined
 * @throws Refusal 404 if there is no such change
 */
export const readProviderChange = async (
  tx: Pick<Db, 'select'>,
  id: number,
  { scope, lock = false }: { readonly scope: number | undefined; readonly lock?: boolean },
): Promise<StoredProviderChange> => {
  const query = tx.select().from(providerChanges).where(eq(providerChanges.id, id))
  const [stored] = lock ? await query.for('update') : await query
  if (!stored || (scope !== undefined && stored.providerId !== scope)) {
    throw new Refusal(404, providerChangeMessages.notFound)
  }
  return stored
}

interface Move {
  readonly id: number
  readonly from: ProviderChangeState
  readonly type: ProviderChangeEvent['type']
}

export const providerChangeDetail = loggedDetail(z.object({ reason: z.string().optional() }), ({ reason }) =>
  reasonSaid(reason),
)

/**
 * Moves a change of a provider, and logs it. A move of one that waits is its answer.
 *
 * @param values what else is stored
 * @throws RangeError if its lifecycle doesn't allow that: ask first
 */
export const moveProviderChange = async (
  { tx, user, now }: Pick<ChangeContext, 'tx' | 'user' | 'now'>,
  { id, from, type }: Move,
  values: Partial<typeof providerChanges.$inferInsert>,
): Promise<void> => {
  const move = askMachine(providerChangeMachine, PROVIDER_CHANGE_STATES, from, { by: user.role }, { type })
  if (!move.allowed) throw new RangeError(`${type} of a change that is ${from}`)
  await tx
    .update(providerChanges)
    .set({ ...values, ...(from === 'waiting' && { answeredAt: now, answeredById: user.userId }), state: move.to })
    .where(eq(providerChanges.id, id))
  await logTransitions(tx, user.userId, now, [
    {
      machine: providerChangeMachine.id,
      entity: String(id),
      from,
      event: type,
      to: move.to,
      ...(typeof values.reason === 'string' && providerChangeDetail.of({ reason: values.reason })),
    },
  ])
}

interface Done {
  readonly sessions: Sessions
  /** What differs; none for a deletion. */
  readonly changes: readonly string[] | null
}

/**
 * Runs a change of whole sessions. If a provider makes it, administrators are told, and it is kept so that they can undo it.
 *
 * @param write makes the change, and says what was done
 */
export const keepingRows = async (
  change: ChangeContext,
  sessionIds: readonly number[],
  write: () => Promise<Done>,
): Promise<void> => {
  const { tx, user, now } = change
  const before = await readFor(change, sessionIds)
  const { sessions, changes } = await write()
  const [sessionId] = sessionIds
  if (before === undefined || sessionId === undefined || sessions.dates.length === 0) return
  const after = await readRows(tx, sessionIds)
  const earlier = new Map(before.occurrences.map((each) => [each.id, each]))
  const sessionsAfter = new Map(after.sessions.map((each) => [each.id, each]))
  const providerName = await readProviderName(tx, sessions.providerId)
  const told = { ...sessions, changes, providerName }
  const made = {
    words: doneInWords(told),
    sessions: before.sessions.flatMap(({ id, version, row, caseload_ids: caseloadIds }) => {
      const latest = sessionsAfter.get(id)?.version
      return latest === undefined || latest === version ? [] : { id, version: latest, row, caseloadIds }
    }),
    occurrences: after.occurrences.flatMap(({ id, version, session_version: sessionVersion, ...now }) => {
      const was = earlier.get(id)
      if (was === undefined) return { id, version, sessionVersion, row: null, students: [] }
      const isSame = isDeepStrictEqual([was.row, was.students], [now.row, now.students])
      return isSame ? [] : { id, version, sessionVersion, row: was.row, students: was.students }
    }),
  }
  if (change.approving !== undefined) {
    const { id, by } = change.approving
    return moveProviderChange({ tx, user: by, now }, { id, from: 'waiting', type: 'change.approve' }, made)
  }
  const [stored] = await tx
    .insert(providerChanges)
    .values({ ...made, at: now, state: 'applied', providerId: sessions.providerId, byId: user.userId })
    .returning({ id: providerChanges.id })
  if (!stored) throw new RangeError('The change was inserted but no id was returned')
  await notify(tx, { userId: user.userId, now }, [
    notice(providerChanged, ADMINISTRATORS, sessionId, { ...told, changeId: stored.id }),
  ])
}
