/**
 * Runs: work that a user starts and a job does, item by item, so that a crash neither loses nor repeats any
 * (docs/decisions/runs.md).
 */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { id } from '#contract/endpoint.ts'
import type { ItemOutcome, RunState } from '#domain/runs.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { requireOne } from '#server/db/require-one.ts'
import { runItems, runs } from '#server/db/schema/runs.ts'
import { users } from '#server/db/schema/users.ts'
import { Refusal } from '#server/http/refusal.ts'
import { defineJob, enqueue, type JobServices } from './job.ts'

type Row = typeof runs.$inferSelect
type NewItem = typeof runItems.$inferInsert

/** A run, with the input that its definition describes. */
export interface StoredRun<Input> extends Omit<Row, 'input'> {
  readonly input: Input
}

export interface RunEnd {
  readonly state: Exclude<RunState, 'running'>
  readonly at: Date
  /** Who canceled it; null if nobody did. */
  readonly by: number | null
  /** Why it failed; null if it did not. */
  readonly reason: string | null
}

/** How many items have each outcome. */
export type ItemCounts = Readonly<Record<ItemOutcome, number>>

/** What became of an item that was not refused. */
interface Written extends Pick<NewItem, 'invoiceId' | 'documentId'> {
  readonly outcome: 'done' | 'unchanged'
}

/** Another server has done the item, or the run is over: what this one has prepared is dropped. */
class ItemTaken extends Refusal {
  constructor() {
    super(409, 'Another server has done this, or the run is over.')
  }
}

/**
 * Writes an item's work and its outcome in one transaction, with the run locked.
 *
 * @throws ItemTaken
 */
export type WriteItem = (write: (tx: Tx) => Promise<Written>) => Promise<void>

interface Definition<Input, Services> {
  /** Also its job's. */
  readonly name: string
  readonly input: z.ZodType<Input>
  /** How often its job is tried. */
  readonly attempts: number
  /** How many a user may have at a time; left out if a unique index limits them (server/db/schema/runs.ts). */
  readonly perUser?: number
  /** Why no more can be started. */
  readonly tooMany: string
  /** Why a run failed whose job was given up. */
  readonly failed: string
  /**
   * Works on an item. What takes long and may be repeated comes first; then `write`, once, unless the run is over.
   *
   * @throws Refusal if it can't be done: the item is refused, and the run goes on with the next
   */
  readonly step: (services: Services, run: StoredRun<Input>, itemId: number, write: WriteItem) => Promise<void>
  /** A refused item fails the whole run. */
  readonly isWhole?: boolean
  /** Writes what follows from a run's end, in its transaction. */
  readonly runEnded?: (tx: Tx, run: StoredRun<Input>, counts: ItemCounts, end: RunEnd) => Promise<void>
}

interface Beginning<Input> {
  readonly input: Input
  readonly startedById: number
  readonly now: Date
  /** What is to be done, in order. Called once the run is stored; a Refusal takes it back. */
  readonly items: () => Promise<readonly number[]>
}

const isItem = ({ id: runId }: Pick<Row, 'id'>, itemId: number) =>
  and(eq(runItems.runId, runId), eq(runItems.itemId, itemId), eq(runItems.outcome, 'waiting'))

const countsOf = async (tx: Tx, { id: runId }: Pick<Row, 'id'>): Promise<ItemCounts> => {
  const rows = await tx
    .select({ outcome: runItems.outcome, count: sql<number>`count(*)::int` })
    .from(runItems)
    .where(eq(runItems.runId, runId))
    .groupBy(runItems.outcome)
  const counts = { waiting: 0, done: 0, unchanged: 0, refused: 0 }
  for (const { outcome, count } of rows) counts[outcome] = count
  return counts
}

/**
 * Defines a kind of run: what an item's work is, and what follows from the end. The rest is here: one item after the other,
 * each exactly once, also after a crash or with two servers; canceling; the limit; and the end.
 */
export const defineRun = <Input, Services extends JobServices = JobServices>(
  definition: Definition<Input, Services>,
) => {
  const { name, attempts, perUser, step } = definition
  const parsed = (row: Row): StoredRun<Input> => ({ ...row, input: definition.input.parse(row.input) })
  const isOne = (runId: number) => and(eq(runs.kind, name), eq(runs.id, runId))

  /** Locks a run until the transaction ends: one server at a time writes, and canceling waits for that. */
  const lock = async (tx: Tx, runId: number): Promise<StoredRun<Input> | undefined> => {
    const [row] = await tx.select().from(runs).where(isOne(runId)).for('update')
    return row && parsed(row)
  }

  const lockRunning = async (tx: Tx, runId: number) => {
    const run = await lock(tx, runId)
    return run?.state === 'running' ? run : undefined
  }

  /** @returns whether it was running */
  const end = async (tx: Tx, runId: number, ending: RunEnd): Promise<boolean> => {
    const run = await lockRunning(tx, runId)
    if (!run) return false
    const { state, at: endedAt, reason } = ending
    await tx.update(runs).set({ state, endedAt, reason }).where(eq(runs.id, runId))
    await definition.runEnded?.(tx, run, await countsOf(tx, run), ending)
    return true
  }

  const note = async (tx: Tx, run: Pick<Row, 'id'>, itemId: number, outcome: Partial<NewItem>): Promise<void> => {
    await tx.update(runItems).set(outcome).where(isItem(run, itemId))
  }

  const nextOf = async (db: Pick<Db, 'select'>, runId: number) => {
    const [next] = await db
      .select({ run: runs, itemId: runItems.itemId })
      .from(runItems)
      .innerJoin(runs, eq(runs.id, runItems.runId))
      .where(and(isOne(runId), eq(runs.state, 'running'), eq(runItems.outcome, 'waiting')))
      .orderBy(asc(runItems.position))
      .limit(1)
    return next && { run: parsed(next.run), itemId: next.itemId }
  }

  const workOn = async (services: Services, run: StoredRun<Input>, itemId: number): Promise<void> => {
    const { db, clock } = services
    try {
      await step(services, run, itemId, (write) =>
        db.transaction(async (tx) => {
          const isRunning = await lockRunning(tx, run.id)
          if (!isRunning || (await tx.$count(runItems, isItem(run, itemId))) === 0) {
            throw new ItemTaken()
          }
          await note(tx, run, itemId, await write(tx))
        }),
      )
    } catch (error) {
      if (error instanceof ItemTaken) return
      if (!(error instanceof Refusal)) throw error
      const { message: reason } = error
      await db.transaction(async (tx) => {
        if (definition.isWhole) await end(tx, run.id, { state: 'failed', at: clock(), by: null, reason })
        else if (await lockRunning(tx, run.id)) await note(tx, run, itemId, { outcome: 'refused', reason })
      })
    }
  }

  const job = defineJob<z.ZodObject<{ runId: typeof id }>, Services>({
    name,
    payload: z.object({ runId: id }),
    attempts,
    run: async ({ runId }, attempt) => {
      const { db, clock, signal, finish } = attempt
      let before: number | undefined
      for (let next = await nextOf(db, runId); next; next = await nextOf(db, runId)) {
        signal.throwIfAborted()
        if (next.itemId === before) throw new Error(`${name} left item ${before} of run ${runId} as it was`)
        before = next.itemId
        await workOn(attempt, next.run, next.itemId)
      }
      await db.transaction(async (tx) => {
        await end(tx, runId, { state: 'done', at: clock(), by: null, reason: null })
        await finish(tx)
      })
    },
    ended: async (tx, { runId }, { state, at }) => {
      if (state === 'failed') await end(tx, runId, { state, at, by: null, reason: definition.failed })
    },
  })

  /** One request of the user after the other. */
  const refuseMore = async (tx: Tx, startedById: number, most: number): Promise<void> => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, startedById)).for('update')
    const isRunning = and(eq(runs.kind, name), eq(runs.startedById, startedById), eq(runs.state, 'running'))
    if ((await tx.$count(runs, isRunning)) >= most) throw new Refusal(409, definition.tooMany)
  }

  return {
    ...job,
    lock,

    /**
     * Starts a run.
     *
     * @returns its id
     * @throws Refusal 409 if there are too many, and whatever `items` throws
     */
    begin: async (tx: Tx, { input, startedById, now, items }: Beginning<Input>): Promise<number> => {
      if (perUser !== undefined) await refuseMore(tx, startedById, perUser)
      const stored = { kind: name, input: definition.input.parse(input), startedById, createdAt: now }
      const added = await tx
        .insert(runs)
        .values({ ...stored, state: 'running' })
        .onConflictDoNothing()
        .returning({ id: runs.id })
      if (added.length === 0) throw new Refusal(409, definition.tooMany)
      const { id: runId } = requireOne(added, 'The run')
      const ids = await items()
      await bulkInsert(
        tx,
        runItems,
        ids.map((itemId, position) => ({ runId, itemId, position })),
      )
      await enqueue(tx, job, { runId })
      return runId
    },

    /** @returns whether it was running */
    cancel: (tx: Tx, runId: number, { by, at }: Pick<RunEnd, 'by' | 'at'>): Promise<boolean> =>
      end(tx, runId, { state: 'canceled', at, by, reason: null }),

    /** The run with an id, or the latest one; of a user, if one is given. */
    read: async (
      db: Pick<Db, 'select'>,
      { runId, startedById }: { readonly runId?: number | undefined; readonly startedById?: number },
    ): Promise<(StoredRun<Input> & { readonly startedBy: string }) | undefined> => {
      const [found] = await db
        .select({ run: runs, startedBy: users.displayName })
        .from(runs)
        .innerJoin(users, eq(users.id, runs.startedById))
        .where(
          and(
            eq(runs.kind, name),
            runId === undefined ? undefined : eq(runs.id, runId),
            startedById === undefined ? undefined : eq(runs.startedById, startedById),
          ),
        )
        .orderBy(desc(runs.id))
        .limit(1)
      return found && { ...parsed(found.run), startedBy: found.startedBy }
    },
  }
}
