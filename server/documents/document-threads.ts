/**
 * Documents are read and written in threads, two at a time: a file that keeps its reader busy, or a long PDF, holds up
 * no other request.
 */
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { findBeside } from '#server/db/beside.ts'

type Tasks = typeof import('#server/document-worker.ts')

const MAX_THREADS = 2

/** An idle thread is ended after this long, in milliseconds. */
const IDLE_LIMIT = 60_000

/** In MB. */
const MEMORY_LIMIT = 512

/** What we write is our own data: tens of thousands of rows take seconds, on a busy machine many. */
const WRITING_LIMIT = 120_000

/** A document took too long or too much memory; its thread was ended. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError'
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', cause: unknown) {
    super(`A document took too much ${limit}`, { cause })
    this.limit = limit
  }
}

function createPool(): Piscina {
  const filename = findBeside('document-worker.js', 'document-worker.dev.mjs')
  if (filename === undefined) throw new Error('This build lacks document-worker.js.')
  const created = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_LIMIT,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT },
  })
  // A thread that fails without a task could not start. What waits for it would wait forever.
  created.on('error', (error) => {
    process.emitWarning(error)
    pool = undefined
    void created.destroy()
  })
  return created
}

let pool: Piscina | undefined

/** The time limit has to begin with the work; the pool's own queue would count the wait. */
const takeTurn = pLimit(MAX_THREADS)

/**
 * Does a task of document-worker.ts in a thread. What it takes and gives is copied between the threads.
 *
 * @param timeLimit in milliseconds, without the wait for a thread
 * @throws ThreadLimitError
 */
export const runInThread = <Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  timeLimit = WRITING_LIMIT,
): Promise<Awaited<ReturnType<Tasks[Name]>>> =>
  takeTurn(async () => {
    pool ??= createPool()
    const signal = AbortSignal.timeout(timeLimit)
    try {
      return await pool.run(input, { name, signal })
    } catch (error) {
      if (signal.aborted) throw new ThreadLimitError('time', error)
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw isFull ? new ThreadLimitError('memory', error) : error
    }
  })
