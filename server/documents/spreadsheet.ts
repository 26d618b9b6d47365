/**
 * Spreadsheets in and out. The work is done in threads of its own, two at a time at most: a file that is made to keep its
 * reader busy costs that reader, and no request but its own.
 */
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { findBeside } from '#server/db/beside.ts'
import { SHEET_LIMITS, type Sheet, type SheetLimits, SheetRefusal, type SheetToWrite } from './sheet.ts'

export type SheetJob =
  | { readonly type: 'read'; readonly bytes: Uint8Array; readonly limits: SheetLimits }
  | { readonly type: 'write'; readonly sheet: SheetToWrite }

export type SheetAnswer =
  | { readonly type: 'done'; readonly result: Sheet | Uint8Array<ArrayBuffer> }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string }

const MAX_THREADS = 2

/** A large file that is honest takes two seconds. */
const TIME_LIMIT = 20_000

/** What we write is our own: tens of thousands of rows take seconds, on a busy machine many. */
const WRITING_LIMIT = 120_000

/** A thread without work is let go after so long, in milliseconds. */
const IDLE_LIMIT = 60_000

/** In MB. */
const MEMORY_LIMIT = 512

const TOO_LONG = 'The file takes too long to read. Save it anew, with this sheet alone.'

const TOO_MUCH = 'The file holds too much: it does not fit into the memory.'

function spawn(): Worker {
  const path = findBeside('spreadsheet-worker.js', 'documents/spreadsheet-worker.dev.mjs')
  if (path === undefined)
    throw new Error('This build lacks the reader of spreadsheets: spreadsheet-worker.js is missing.')
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_LIMIT }
  const worker = new Worker(pathToFileURL(path), { name: 'spreadsheet', execArgv: [], resourceLimits })
  // The server may stop while one is idle.
  worker.unref()
  return worker
}

/** A thread that waits for work; it is let go after a while, or when it fails without any. */
class IdleThread {
  readonly worker: Worker
  readonly #timer: NodeJS.Timeout
  readonly #letGo = () => {
    idle.delete(this)
    void this.worker.terminate()
  }

  constructor(worker: Worker) {
    this.worker = worker
    this.#timer = setTimeout(this.#letGo, IDLE_LIMIT).unref()
    worker.once('error', this.#letGo)
  }

  take(): Worker {
    idle.delete(this)
    clearTimeout(this.#timer)
    this.worker.off('error', this.#letGo)
    return this.worker
  }
}

const idle = new Set<IdleThread>()
const waiting: (() => void)[] = []
let busy = 0

async function takeTurn(): Promise<void> {
  if (busy < MAX_THREADS) busy += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function passTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else busy -= 1
}

/** What the thread answers. One that is too slow, or that fails, is ended. */
async function ask(worker: Worker, job: SheetJob, timeLimit: number): Promise<SheetAnswer> {
  let timer: NodeJS.Timeout | undefined
  let hasAnswered = false
  let settle: { resolve: (answer: SheetAnswer) => void; reject: (error: unknown) => void } | undefined
  const onMessage = (answer: SheetAnswer) => {
    hasAnswered = true
    settle?.resolve(answer)
  }
  const onError = (error: Error) => {
    const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isFull) settle?.resolve({ type: 'refused', message: TOO_MUCH })
    else settle?.reject(error)
  }
  try {
    return await new Promise<SheetAnswer>((resolve, reject) => {
      settle = { resolve, reject }
      timer = setTimeout(() => resolve({ type: 'refused', message: TOO_LONG }), timeLimit)
      worker.on('message', onMessage).on('error', onError)
      worker.postMessage(job)
    })
  } finally {
    clearTimeout(timer)
    worker.off('message', onMessage)
    if (hasAnswered) {
      worker.off('error', onError)
      idle.add(new IdleThread(worker))
    } else {
      void worker.terminate()
    }
  }
}

async function run(job: SheetJob, timeLimit: number): Promise<Sheet | Uint8Array<ArrayBuffer>> {
  await takeTurn()
  try {
    const [kept] = idle
    const answer = await ask(kept?.take() ?? spawn(), job, timeLimit)
    if (answer.type === 'refused') throw new SheetRefusal(answer.message)
    if (answer.type === 'failed') throw new Error(answer.message)
    return answer.result
  } finally {
    passTurn()
  }
}

/**
 * The rows of an .xlsx, .xls or .csv file, told apart by what is inside.
 *
 * @throws SheetRefusal for what is none of these or is damaged, locked or too large, with a message for the user
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  limits: Partial<SheetLimits> = {},
  timeLimit = TIME_LIMIT,
): Promise<Sheet> {
  const result = await run({ type: 'read', bytes, limits: { ...SHEET_LIMITS, ...limits } }, timeLimit)
  if (result instanceof Uint8Array) throw new Error('Bytes where rows were expected')
  return result
}

/** An .xlsx file. Text is never taken for a formula. */
export async function writeSpreadsheet(sheet: SheetToWrite): Promise<Uint8Array<ArrayBuffer>> {
  const result = await run({ type: 'write', sheet }, WRITING_LIMIT)
  if (!(result instanceof Uint8Array)) throw new Error('Rows where bytes were expected')
  return result
}
