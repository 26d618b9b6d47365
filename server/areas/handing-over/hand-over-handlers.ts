/** Handing a provider's work over to colleagues (docs/decisions/handing-over.md). */
import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HandOverItem, HandOverPreview, HandOverRecord } from '#contract/hand-over.ts'
import type { LocalDate } from '#domain/time.ts'
import { todayOf } from '#server/areas/documents/document-record.ts'
import { isWithout, readRequired } from '#server/areas/documents/required-documents.ts'
import { newsSince, undismissedSince } from '#server/areas/notifications/news.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { handOverItems, handOvers } from '#server/db/schema/hand-overs.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { users } from '#server/db/schema/users.ts'
import { providerScope } from '#server/http/access.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { type HandOverAsk, type HandOverPlan, planHandOver } from './hand-over-plan.ts'
import { moveHandOver } from './move-hand-over.ts'
import { readToSettle, timesOf } from './providers-work.ts'
import { previewUndo, undoHandOver, undoneMessage } from './undo-hand-over.ts'
import { countWorkLeft, readWorkLeft } from './work-left.ts'
import { countReceived, readReceived } from './work-received.ts'

/** More clashes of one item help nobody to decide. */
const MAX_CLASHES_SHOWN = 3

const sessionOf = ({ session, dates, minutesPerWeek }: HandOverPlan['items'][0]): HandOverItem['session'] => {
  if (!session) return null
  const [first, ...more] = dates.length > 0 ? dates : session.all
  return first ? { ...timesOf([first, ...more]), count: dates.length, minutesPerWeek } : null
}

const undoers = alias(users, 'undoers')

/** The hand-overs of a provider's work, latest first. */
const readHandOvers = async (tx: Tx, providerId: number): Promise<HandOverRecord[]> => {
  const found = await tx
    .select({ handOver: handOvers, by: users.displayName, undoneBy: undoers.displayName })
    .from(handOvers)
    .innerJoin(users, eq(users.id, handOvers.byId))
    .leftJoin(undoers, eq(undoers.id, handOvers.undoneById))
    .where(eq(handOvers.providerId, providerId))
    .orderBy(desc(handOvers.at), desc(handOvers.id))
  const items = await tx
    .select({
      handOverId: handOverItems.handOverId,
      name: handOverItems.name,
      schoolName: schools.name,
      toProviderId: handOverItems.toProviderId,
      toProviderName: distinctProviderName,
      sessions: sql<
        number | null
      >`case when ${handOverItems.studentId} is null then ${handOverItems.sessionsCount} end`,
      movesOn: handOverItems.movesOn,
      isUndone: handOverItems.isUndone,
      stayed: handOverItems.stayed,
    })
    .from(handOverItems)
    .innerJoin(providers, eq(providers.id, handOverItems.toProviderId))
    .innerJoin(schools, eq(schools.id, handOverItems.schoolId))
    .where(
      inArray(
        handOverItems.handOverId,
        found.map(({ handOver }) => handOver.id),
      ),
    )
    .orderBy(asc(schools.name), asc(handOverItems.id))
  return found.map(({ handOver: { id, at, fromDate, state, undoneAt }, by, undoneBy }) => ({
    id,
    at: at.toISOString(),
    by,
    fromDate,
    state,
    undoneAt: undoneAt?.toISOString() ?? null,
    undoneBy,
    items: items.flatMap(({ handOverId, ...item }) => (handOverId === id ? { ...item, stayed: [...item.stayed] } : [])),
  }))
}

/** What colleagues must have and won't have on the day, by their id. */
const readMissingDocuments = async (change: ChangeContext, providerIds: readonly number[], day: LocalDate) => {
  const required = await readRequired(change.tx, { today: todayOf(change) }, providerIds)
  const missing = required.filter((row) => isWithout(row, day))
  return (id: number): string[] => missing.flatMap(({ providerId, title }) => (providerId === id ? title : []))
}

const preview = async (change: ChangeContext, ask: HandOverAsk): Promise<HandOverPreview> => {
  const plan = await planHandOver(change, ask)
  const { provider, from, today, weeks, minutesBefore, minutesAfter, schools: at, items, colleagues } = plan
  const schoolIds = at.map(({ id }) => id)
  const missingDocumentsOf = await readMissingDocuments(
    change,
    colleagues.map(({ id }) => id),
    from,
  )
  return {
    provider: {
      id: provider.id,
      name: provider.name,
      type: provider.type,
      status: provider.status,
      termDate: provider.termDate,
    },
    from,
    today,
    weeks: weeks.size,
    minutesBefore,
    minutesAfter,
    schools: at,
    items: items.map((item) => ({
      key: item.key,
      name: item.name,
      schoolId: item.schoolId,
      session: sessionOf(item),
      stays: item.stays,
      toProviderId: item.toProviderId,
      problem: item.problem,
      clashes: item.clashes.slice(0, MAX_CLASHES_SHOWN),
      clashCount: item.clashes.length,
      isMoving: item.isMoving,
      seen: item.seen,
    })),
    colleagues: colleagues.map(({ schoolIds: theirs, free, minutes, ...colleague }) => ({
      id: colleague.id,
      name: colleague.name,
      invitation: colleague.invitation,
      lastDay: colleague.lastDay,
      missingDocuments: missingDocumentsOf(colleague.id),
      isProposed: colleague.isProposed,
      schoolIds: schoolIds.filter((schoolId) => theirs.has(schoolId)),
      free: free.size,
      minutesBefore: minutes,
      minutesAfter: colleague.minutesAfter,
    })),
    toSettle: await readToSettle(change, provider.id),
    handOvers: await readHandOvers(change.tx, provider.id),
  }
}

type Given = Omit<ChangeContext, 'tx'> & { db: PooledDb }

/** Reads everything from one snapshot of the database, in a read-only transaction. */
const reading = <Result>({ db, user, now, timeZone }: Given, read: (change: ChangeContext) => Promise<Result>) =>
  db.transaction((tx) => read({ tx, user, now, timeZone, isPreview: true }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

export const handOverHandlers: HandlersOf<
  'previewHandOver' | 'handOver' | 'previewUndoHandOver' | 'undoHandOver' | 'getWorkLeft' | 'getWorkReceived'
> = {
  getWorkReceived: async ({ query, db, user, now, timeZone }) => {
    const since =
      query.shown === 2 ? await undismissedSince({ db, user, now, timeZone }, 'workReceived') : newsSince(now, timeZone)
    const filter = { providerId: providerScope(user), since }
    return replyPage(query, await readReceived(db, filter, rangeOf(query)), await countReceived(db, filter))
  },

  getWorkLeft: async ({ query, db, now, timeZone }) => {
    const clock = { now, timeZone }
    const rows = await readWorkLeft(db, clock, rangeOf(query))
    return replyPage(query, rows, await countWorkLeft(db, clock))
  },

  previewHandOver: ({ body, ...given }) => reading(given, (change) => preview(change, body)),
  previewUndoHandOver: ({ body, ...given }) => reading(given, (change) => previewUndo(change, body.id)),

  handOver: async ({ body, db, user, now, timeZone }) => {
    const { amount, ...moved } = await db.transaction((tx) => moveHandOver({ tx, user, now, timeZone }, body))
    return done(moved, `Handed over: ${amount}.`)
  },

  undoHandOver: async ({ body, db, user, now, timeZone }) => {
    const undone = await db.transaction((tx) => undoHandOver({ tx, user, now, timeZone }, body))
    return done(undone, undoneMessage(undone.state))
  },
}
