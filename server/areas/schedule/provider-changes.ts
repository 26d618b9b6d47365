/**
 * What providers change or delete at once: administrators are told, and can undo it
 * (docs/decisions/undoing-providers-changes.md). The rows are kept as they were before.
 */
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { isAdministrator } from '#domain/roles.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { readProviderName } from '#server/db/providers.ts'
import {
  occurrenceStudents,
  occurrences,
  providerChanges,
  type RowBefore,
  scheduleEventStudents,
  scheduleEvents,
} from '#server/db/schema.ts'
import { requested, SERIES } from './change-record.ts'
import type { Change } from './occurrence-moves.ts'
import { type Sessions, sessionsInWords, untitled } from './session-notices.ts'

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
    select stored.id, stored.version, to_jsonb(stored) as row, coalesce(jsonb_agg(to_jsonb(entry) order by entry.id)
        filter (where entry.id is not null), '[]') as students
    from ${occurrences} as stored left join ${occurrenceStudents} as entry on entry.occurrence_id = stored.id
    where stored.schedule_event_id = any(${ids}::int[]) group by stored.id order by stored.id`)
  return { sessions: sessions.rows, occurrences: dates.rows }
}

const readFor = async ({ tx, user }: Change, sessionIds: readonly number[]): Promise<Rows | undefined> =>
  isAdministrator(user.role) ? undefined : readRows(tx, sessionIds)

interface Told extends Sessions {
  readonly changeId: number
  readonly providerName: string
  /** What differs; none for a deletion. */
  readonly changes: readonly string[] | undefined
}

const doneInWords = ({ providerName, changes, ...sessions }: Omit<Told, 'changeId'>): string => {
  if (changes === undefined) return `${providerName} deleted ${sessionsInWords(sessions)}.`
  return `${providerName} changed ${requested(changes)} of ${sessionsInWords(sessions, changes)}.`
}

export const providerChanged = defineNotification({
  kind: 'provider-changed-sessions',
  lastsIn: 'always',
  audience: 'ADM',
  category: 'Scheduling',
  subject: SERIES,
  entityOf: ({ changeId }: Told) => `change/${changeId}`,
  words: doneInWords,
  inMail: ({ providerName, changes, ...sessions }) =>
    `${providerName} ${changes === undefined ? 'deleted' : 'changed'} ${untitled(sessions)}.`,
  href: ({ changeId }) => `/provider-changes/${changeId}`,
})

/** What the provider last changed at once about a date, unless it was undone. */
export const readLatestChange = async (
  db: Pick<Db, 'select'>,
  { id, providerId }: { readonly id: number; readonly providerId: number },
) => {
  const [latest] = await db
    .select({ id: providerChanges.id, words: providerChanges.words, at: providerChanges.at })
    .from(providerChanges)
    .where(
      and(
        eq(providerChanges.providerId, providerId),
        isNull(providerChanges.undoneAt),
        sql`${providerChanges.occurrences} @> ${JSON.stringify([{ id }])}::jsonb`,
      ),
    )
    .orderBy(desc(providerChanges.at), desc(providerChanges.id))
    .limit(1)
  return latest && { id: latest.id, words: latest.words, atUtc: latest.at.toISOString() }
}

interface Done {
  /** The session, or the first of several. */
  readonly sessionId: number
  readonly sessions: Sessions
  /** What differs; none for a deletion. */
  readonly changes?: readonly string[]
}

/**
 * Runs a change of whole sessions. If a provider makes it, administrators are told, and it is kept so that they can undo it.
 *
 * @param write makes the change, and says what was done
 */
export const keepingRows = async (
  change: Change,
  sessionIds: readonly number[],
  write: () => Promise<Done>,
): Promise<void> => {
  const { tx, user, now } = change
  const before = await readFor(change, sessionIds)
  const { sessionId, sessions, changes } = await write()
  if (before === undefined || sessions.dates.length === 0) return
  const after = await readRows(tx, sessionIds)
  const earlier = new Map(before.occurrences.map((each) => [each.id, each]))
  const sessionsAfter = new Map(after.sessions.map((each) => [each.id, each]))
  const providerName = await readProviderName(tx, sessions.providerId)
  const told = { ...sessions, changes, providerName }
  const [stored] = await tx
    .insert(providerChanges)
    .values({
      kind: changes === undefined ? 'deletion' : 'change',
      providerId: sessions.providerId,
      byId: user.userId,
      at: now,
      words: doneInWords(told),
      sessions: before.sessions.flatMap(({ id, version, row, caseload_ids: caseloadIds }) => {
        const latest = sessionsAfter.get(id)?.version
        return latest === undefined || latest === version ? [] : { id, version: latest, row, caseloadIds }
      }),
      occurrences: after.occurrences.flatMap(({ id, version, ...now }) => {
        const was = earlier.get(id)
        if (was === undefined) return { id, version, row: null, students: [] }
        const isSame = isDeepStrictEqual([was.row, was.students], [now.row, now.students])
        return isSame ? [] : { id, version, row: was.row, students: was.students }
      }),
    })
    .returning({ id: providerChanges.id })
  if (!stored) throw new RangeError('The change was inserted but no id was returned')
  await notify(tx, { userId: user.userId, now }, [
    notice(providerChanged, ADMINISTRATORS, sessionId, { ...told, changeId: stored.id }),
  ])
}
