import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { isCluster, unpackCluster } from './data-directory.ts'
import { DurableFiles } from './durable-files.ts'
import type { EmbeddedStart, FromWorker, ToWorker } from './embedded-messages.ts'
import { isVacuumDue } from './maintenance.ts'
import { WORK_MEMORY } from './work-memory.ts'

/**
 * The embedded PostgreSQL, in its own thread so that a long query does not block the server. It processes the wire
 * protocol in batches, one after another, for one client at a time.
 */

const parameters = {
  // A quarter of the default's memory, at the same speed.
  shared_buffers: '16MB',
  // There is no checkpointer: the log grows until we ask for a checkpoint, so it starts small.
  max_wal_size: '64MB',
  // The default, fdatasync, bypasses the file system's fsync.
  wal_sync_method: 'fsync',
  work_mem: WORK_MEMORY,
  timezone: 'UTC',
}

/** A checkpoint is due after this many bytes written, … */
const checkpointBytes = 100 * 1024 * 1024
/** … or after this many milliseconds with any writes. */
const checkpointMs = 5 * 60_000
/** How often to check whether a vacuum is due, in milliseconds. */
const vacuumCheckMs = 10 * 60_000

const port = parentPort
if (!port) throw new Error('The embedded database must run in a worker thread.')

function post(message: FromWorker): void {
  port?.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : [])
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Ends the thread at once, whatever is running: the engine can no longer be trusted. */
function giveUp(error: unknown): never {
  post({ type: 'broken', message: messageOf(error) })
  process.exit(1)
}

/** How the engine's main loop reports an ordinary failed statement. */
const statementFailed = 100

/**
 * PGlite swallows everything its main loop throws. Most of it is a failed statement; the rest (PostgreSQL exited, a
 * trap in the WASM) would be answered as success, or loop forever.
 */
function endWithTheEngine(engine: PGlite): void {
  const { Module } = engine
  const runOnce = Module._PostgresMainLoopOnce
  Module._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if (error instanceof Object && Reflect.get(error, 'status') === statementFailed) throw error
      giveUp(error)
    }
  }
}

/** A frontend message of one type with one string. */
function textMessage(type: string, text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const message = Buffer.alloc(5 + body.length)
  message.write(type, 0, 'latin1')
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

const syncMessage = Uint8Array.of(0x53, 0, 0, 0, 4)

/** The final byte of a response: idle, in a transaction, or in a failed one. */
type Status = 'I' | 'T' | 'E'

class EmbeddedDatabase {
  readonly #engine: PGlite
  readonly #files: DurableFiles | undefined
  #status: Status = 'I'

  constructor(engine: PGlite, files: DurableFiles | undefined) {
    this.#engine = engine
    this.#files = files
    endWithTheEngine(engine)
  }

  /** Runs a batch and returns the response bytes. Throws when the engine can no longer be trusted. */
  async exchange(request: Uint8Array): Promise<Buffer> {
    const chunks: Buffer[] = []
    // The streaming form: the other one keeps every response in an internal list forever.
    await this.#engine.execProtocolRawStream(request, {
      syncToFs: false,
      onRawData: (bytes) => chunks.push(Buffer.from(bytes)),
    })
    if (this.#files?.failure) throw this.#files.failure
    const answer = Buffer.concat(chunks)
    if (answer.length >= 6 && answer[answer.length - 6] === 0x5a) {
      const status = answer.toString('latin1', answer.length - 1)
      if (status === 'I' || status === 'T' || status === 'E') this.#status = status
    }
    return answer
  }

  /** Resets the session for a new client: transaction, statements, settings. */
  async startUp(request: Uint8Array): Promise<Buffer> {
    await this.exchange(Buffer.concat([syncMessage, textMessage('Q', 'ROLLBACK'), textMessage('Q', 'DISCARD ALL')]))
    return this.exchange(request)
  }

  get isIdle(): boolean {
    return this.#status === 'I'
  }

  get isCheckpointDue(): boolean {
    return this.isIdle && (this.#files?.bytesWritten ?? 0) > checkpointBytes
  }

  async checkpoint(): Promise<void> {
    if (!this.#files || this.#files.bytesWritten === 0 || !this.isIdle) return
    await this.#run('CHECKPOINT')
    this.#files.bytesWritten = 0
  }

  /** Does the work of PostgreSQL's autovacuum. */
  async vacuumIfDue(): Promise<void> {
    if (!this.#files || !this.isIdle || !isVacuumDue(this.#files.vacuumedAt, new Date())) return
    await this.#run('VACUUM (ANALYZE)')
    this.#files.markVacuumed()
  }

  async dump(): Promise<Uint8Array> {
    await this.#run('CHECKPOINT')
    const file = await this.#engine.dumpDataDir('none')
    return new Uint8Array(await file.arrayBuffer())
  }

  async close(): Promise<void> {
    if (!this.isIdle) await this.#run('ROLLBACK')
    await this.checkpoint()
    await this.#engine.close()
  }

  async #run(statement: string): Promise<void> {
    const answer = await this.exchange(textMessage('Q', statement))
    if (answer[0] === 0x45) throw new Error(`${statement} failed: ${answer.toString('utf8', 5).replaceAll('\0', ' ')}`)
  }
}

async function open({ cluster, prepared }: EmbeddedStart): Promise<EmbeddedDatabase> {
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => cluster === undefined || parameter !== '-F'),
    ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  if (cluster === undefined) {
    const loaded = prepared === undefined ? {} : { loadDataDir: new Blob([readFileSync(prepared)]) }
    return new EmbeddedDatabase(await PGlite.create({ startParams, ...loaded }), undefined)
  }
  if (!isCluster(cluster)) {
    if (!prepared) throw new Error(`There is no database in ${cluster}, and no prepared one to start from.`)
    unpackCluster(readFileSync(prepared), cluster)
  }
  const files = new DurableFiles(cluster)
  return new EmbeddedDatabase(await PGlite.create({ fs: files, startParams }), files)
}

/** Runs one message after another, with maintenance in between. */
async function serve(database: EmbeddedDatabase): Promise<void> {
  let last = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch(giveUp)
  }
  const maintain = (work: () => Promise<void>) =>
    inTurn(() => work().catch((error: unknown) => post({ type: 'maintenance-failed', message: messageOf(error) })))
  const timers = [
    setInterval(() => maintain(() => database.checkpoint()), checkpointMs),
    setInterval(() => maintain(() => database.vacuumIfDue()), vacuumCheckMs),
  ]

  port?.on('message', (message: ToWorker) => {
    if (message.type === 'close') {
      for (const timer of timers) clearInterval(timer)
      inTurn(async () => {
        await database.close()
        post({ type: 'closed' })
        port?.close()
      })
      return
    }
    inTurn(async () => {
      const bytes =
        message.type === 'dump'
          ? await database.dump()
          : message.type === 'startup'
            ? await database.startUp(message.bytes)
            : await database.exchange(message.bytes)
      post({ type: 'answer', id: message.id, bytes: Uint8Array.from(bytes) })
      if (database.isCheckpointDue) maintain(() => database.checkpoint())
    })
  })
}

try {
  const start: EmbeddedStart = workerData
  await serve(await open(start))
  post({ type: 'ready' })
} catch (error) {
  post({ type: 'failed', message: messageOf(error) })
  port.close()
}
