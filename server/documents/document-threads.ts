/**
 * Documents are read and written in worker threads, two at a time, so that a large file or a long PDF does not block
 * other requests. Files that people upload are read one at a time: however many there are, and whatever is in them, a thread
 * is left for everyone's reports and downloads.
 */
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { findBeside } from '#server/db/beside.ts'

type Tasks = typeof import('#server/document-worker.ts')

const MAX_THREADS = 2

/** An idle thread is terminated after this long, in milliseconds. */
const IDLE_LIMIT = 60_000

/** In MB. */
const MEMORY_LIMIT = 512

/**
 * Limit for writing, where the data is our own: tens of thousands of rows take seconds, or longer on a busy machine.
 */
const WRITING_LIMIT = 120_000

/** A document took too long or too much memory; its thread was terminated. */
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
  // A thread that fails without a task could not start. Tasks waiting for it would wait forever.
  created.on('error', (error) => {
    process.emitWarning(error)
    pool = undefined
    void created.destroy()
  })
  return created
}

let pool: Piscina | undefined

/** The time limit starts with the work; the pool's own queue would count the wait. */
const takeTurn = pLimit(MAX_THREADS)

/** What reads files of people. */
const READING: ReadonlySet<keyof Tasks> = new Set(['readSheet', 'readLetterTemplate'])
const takeTurnToRead = pLimit(MAX_THREADS - 1)

/**
 * Runs a task of document-worker.ts in a thread. Arguments and results are copied between threads.
 *
 * @param timeLimit in milliseconds, not including the wait for a thread
 * @param left aborts when nobody waits for the result any longer
 * @throws ThreadLimitError, or the reason of `left`
 */
export const runInThread = <Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  timeLimit = WRITING_LIMIT,
  left?: AbortSignal,
): Promise<Awaited<ReturnType<Tasks[Name]>>> => {
  const run = () => takeTurn(() => runNow(name, input, timeLimit, left))
  return READING.has(name) ? takeTurnToRead(run) : run()
}

async function runNow<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  timeLimit: number,
  left: AbortSignal | undefined,
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  left?.throwIfAborted()
  pool ??= createPool()
  const time = AbortSignal.timeout(timeLimit)
  try {
    return await pool.run(input, { name, signal: left ? AbortSignal.any([left, time]) : time })
  } catch (error) {
    left?.throwIfAborted()
    if (time.aborted) throw new ThreadLimitError('time', error)
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isFull ? new ThreadLimitError('memory', error) : error
  }
}
