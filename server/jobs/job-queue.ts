import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Tx } from '#server/db/database.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { type BackgroundWork, MINUTE, SECOND, type Turn } from './background.ts'
import { type Attempt, type JobEnd, type JobKind, type JobServices, PermanentFailure } from './job.ts'
import { retryPause } from './retry-pause.ts'

type Claimed = typeof jobs.$inferSelect
type Marking = PgUpdateSetSource<typeof jobs>
type Ended = Pick<JobEnd, 'state' | 'reason'>

/** How many jobs a server runs at a time. */
const AT_ONCE = 4
/** How often a finished job is marked before it is left to its lease, and the pause between, in milliseconds. */
const MARK_TRIES = 10
const MARK_PAUSE = 2_000

const MAX_REASON = 500

const inMs = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON)

/** How a job that was done is marked. */
const DONE = { state: 'done', endedAt: sql`now()`, reason: null } as const
const ENDED: Ended = { state: 'done', reason: null }

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

export interface JobQueueOptions<Services extends JobServices> {
  readonly kinds: readonly JobKind<Services>[]
  readonly services: Services
  readonly log: Logger
  /** How often it looks for jobs that are due, in milliseconds. */
  readonly every?: number
  /** How long a job counts as running without a heartbeat, in milliseconds. */
  readonly lease?: number
  /** Whether no other server can be at work, as on the embedded database: jobs that run when it starts were interrupted. */
  readonly isAlone?: boolean
}

/**
 * Runs the jobs of the queue. Several servers may work on one database: each claims jobs that no one else has, for a
 * lease that it renews while they run, so that those of a server that crashed are taken over. A server that stops takes
 * no more and waits for those in progress; what is left is taken over by the next one, once its lease has ended.
 */
export class JobQueue<Services extends JobServices> implements BackgroundWork<unknown> {
  readonly name = 'job-queue'
  readonly every: number
  readonly #kinds: ReadonlyMap<string, JobKind<Services>>
  readonly #services: Services
  readonly #log: Logger
  readonly #lease: number
  #hasInterrupted: boolean
  #running = 0

  constructor({ kinds, services, log, every = SECOND, lease = MINUTE, isAlone = false }: JobQueueOptions<Services>) {
    this.every = every
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]))
    this.#services = services
    this.#log = log
    this.#lease = lease
    this.#hasInterrupted = isAlone
  }

  /** Begins the jobs that are due. */
  readonly run = async (_: unknown, turn: Turn): Promise<void> => {
    const free = AT_ONCE - this.#running
    if (this.#hasInterrupted) await this.#resumeInterrupted()
    const claimed = free > 0 ? await this.#claim(free) : []
    if (turn.signal.aborted) await this.#release(claimed)
    else for (const job of claimed) turn.waitFor(this.#begin(job, turn))
  }

  /** Ends the leases of the server before, which can't renew them. */
  async #resumeInterrupted(): Promise<void> {
    await this.#services.db.update(jobs).set({ dueAt: sql`now()` }).where(sql`${jobs.state} = 'running'`)
    this.#hasInterrupted = false
  }

  async #claim(most: number): Promise<Claimed[]> {
    const { db } = this.#services
    const due = db.$with('due').as(
      db
        .select({ id: jobs.id })
        .from(jobs)
        .where(
          and(
            // As literals, which the partial index needs.
            sql`${jobs.state} in ('waiting', 'running')`,
            lte(jobs.dueAt, sql`now()`),
            inArray(jobs.kind, [...this.#kinds.keys()]),
          ),
        )
        .orderBy(asc(jobs.dueAt))
        .limit(most)
        .for('update', { skipLocked: true }),
    )
    return db
      .with(due)
      .update(jobs)
      .set({ state: 'running', attempts: sql`${jobs.attempts} + 1`, dueAt: inMs(this.#lease) })
      .where(inArray(jobs.id, db.select({ id: due.id }).from(due)))
      .returning()
  }

  /** Gives back what was claimed while the server began to stop. */
  async #release(claimed: readonly Claimed[]): Promise<void> {
    for (const job of claimed) {
      await this.#mark(job, { state: 'waiting', attempts: sql`${jobs.attempts} - 1`, dueAt: sql`now()` })
    }
  }

  async #begin(job: Claimed, { again }: Turn): Promise<void> {
    this.#running += 1
    try {
      await this.#work(job)
    } catch (error) {
      this.#log.error({ err: error, job: job.id, kind: job.kind }, 'could not mark a job; its lease returns it')
    }
    this.#running -= 1
    again()
  }

  /** Only while this attempt holds the job. */
  #isHeld({ id, attempts }: Claimed) {
    return and(eq(jobs.id, id), eq(jobs.attempts, attempts), eq(jobs.state, 'running'))
  }

  async #work(job: Claimed): Promise<void> {
    const kind = this.#kinds.get(job.kind)
    if (!kind) return
    const lost = new AbortController()
    const renewal = setInterval(() => void this.#renew(job, lost), this.#lease / 3).unref()
    try {
      // A job that ends its server each time must not do so forever.
      if (job.attempts > kind.attempts)
        throw new PermanentFailure('The server stopped each time while working on this.')
      await kind.start(job.payload, this.#attemptOf(job, lost.signal))
    } catch (error) {
      this.#log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed')
      const isOver = error instanceof PermanentFailure || job.attempts >= kind.attempts
      const reason = reasonOf(error)
      if (isOver) await this.#mark(job, { reason, state: 'failed', endedAt: sql`now()` }, { state: 'failed', reason })
      else await this.#mark(job, { reason, state: 'waiting', dueAt: inMs(retryPause(job.attempts, Math.random())) })
      return
    } finally {
      clearInterval(renewal)
    }
    await this.#mark(job, DONE, ENDED)
  }

  #attemptOf(job: Claimed, signal: AbortSignal): Attempt<Services> {
    return {
      ...this.#services,
      id: job.id,
      createdAt: job.createdAt,
      signal,
      finish: async (tx) => {
        if (!(await this.#markIn(tx, job, DONE, ENDED))) throw new Error('Another server has taken the job over.')
      },
    }
  }

  async #renew(job: Claimed, lost: AbortController): Promise<void> {
    try {
      const renewed = await this.#services.db
        .update(jobs)
        .set({ dueAt: inMs(this.#lease) })
        .where(this.#isHeld(job))
        .returning({ id: jobs.id })
      if (renewed.length === 0) lost.abort()
    } catch (error) {
      this.#log.warn({ err: error, job: job.id }, 'could not renew the lease of a job')
    }
  }

  /** @returns whether this attempt still held the job */
  async #markIn(tx: Tx, job: Claimed, how: Marking, end?: Ended): Promise<boolean> {
    const marked = await tx.update(jobs).set(how).where(this.#isHeld(job)).returning({ id: jobs.id })
    if (marked.length === 0) return false
    if (end) {
      const at = this.#services.clock()
      await this.#kinds.get(job.kind)?.ended?.(tx, job.payload, { id: job.id, at, ...end })
    }
    return true
  }

  /** Tried again while the database does not answer, because unmarked work is repeated. */
  async #mark(job: Claimed, how: Marking, end?: Ended): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#services.db.transaction((tx) => this.#markIn(tx, job, how, end))
        return
      } catch (error) {
        if (tries === MARK_TRIES) throw error
        await pause(MARK_PAUSE)
      }
    }
  }
}
