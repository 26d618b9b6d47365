/** Kinds of jobs: work that a server does later (docs/decisions/job-queue.md). */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, PooledDb, Tx } from '#server/db/database.ts'
import { jobs } from '#server/db/schema/jobs.ts'

/** What every job receives from its server. */
export interface JobServices {
  readonly db: PooledDb
  readonly clock: () => Date
}

/** One attempt at a job. */
export type Attempt<Services extends JobServices = JobServices> = Services & {
  readonly id: string
  readonly createdAt: Date
  /** Aborted when another server has taken the job over. */
  readonly signal: AbortSignal
  /**
   * Marks the job as done in a transaction of its own work, for work that must happen exactly once.
   *
   * @throws if another server has taken the job over
   */
  readonly finish: (tx: Tx) => Promise<void>
}

/** How a job ended. */
export interface JobEnd {
  readonly id: string
  readonly state: 'done' | 'failed'
  /** Why it was given up; null if it was done. */
  readonly reason: string | null
  readonly at: Date
}

/** A kind as the queue sees it. */
export interface JobKind<Services extends JobServices = JobServices> {
  readonly name: string
  /** After so many failed attempts the job is given up. */
  readonly attempts: number
  readonly start: (stored: unknown, attempt: Attempt<Services>) => Promise<void>
  readonly ended?: (tx: Tx, stored: unknown, end: JobEnd) => Promise<void>
}

export interface DefinedJob<Payload extends z.ZodType, Services extends JobServices> extends JobKind<Services> {
  readonly payload: Payload
}

/** Trying again would not help: the job is given up at once. The message is for administrators. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}

/**
 * Defines a kind of job.
 *
 * @param definition.run may run again after a crash, unless it calls `finish`
 * @param definition.ended writes what follows from its end, in the transaction that marks it
 */
export const defineJob = <Payload extends z.ZodType, Services extends JobServices = JobServices>({
  run,
  ended,
  ...kind
}: {
  readonly name: string
  readonly payload: Payload
  readonly attempts: number
  readonly run: (payload: z.output<Payload>, attempt: Attempt<Services>) => Promise<void>
  readonly ended?: (tx: Tx, payload: z.output<Payload>, end: JobEnd) => Promise<void>
}): DefinedJob<Payload, Services> => ({
  ...kind,
  start: async (stored, attempt) => {
    const { success, data } = kind.payload.safeParse(stored)
    if (!success) throw new PermanentFailure('The job was written by another version of the server.')
    await run(data, attempt)
  },
  ...(ended && {
    ended: async (tx, stored, end) => {
      const { success, data } = kind.payload.safeParse(stored)
      if (success) await ended(tx, data, end)
    },
  }),
})

/**
 * Adds a job to the queue.
 *
 * @param tx the transaction that causes it: neither exists without the other
 * @param delay how long it waits at least, in seconds
 * @returns the job's id
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Pick<Db, 'insert'>,
  { name, payload }: Pick<DefinedJob<Payload, never>, 'name' | 'payload'>,
  content: z.input<Payload>,
  delay = 0,
): Promise<string> {
  const id = randomUUID()
  payload.parse(content)
  const dueAt = sql`now() + ${delay} * interval '1 second'`
  await tx.insert(jobs).values({ id, kind: name, payload: content, dueAt })
  return id
}
