import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { findBeside } from './beside.ts'
import type { EmbeddedStart, FromWorker, ToWorker } from './embedded-messages.ts'
import { EmbeddedStream } from './embedded-stream.ts'
import { DatabaseUnavailable } from './errors.ts'

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }

/** How long a clean stop (with the last checkpoint) may take before the thread is terminated, in milliseconds. */
const closeMs = 30_000

/** Starts the worker thread: the built file in dist/server, else the source (development, tests). */
function spawn(start: EmbeddedStart): Worker {
  const path = findBeside('embedded-worker.js', 'embedded-worker.dev.mjs')
  if (path === undefined) throw new Error('This build lacks the embedded database: embedded-worker.js is missing.')
  return new Worker(pathToFileURL(path), { workerData: start, name: 'embedded-database', execArgv: [] })
}

/** One worker thread and its pending requests. */
class EngineThread {
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #failure: DatabaseUnavailable | undefined
  #nextId = 1

  constructor(start: EmbeddedStart, onMaintenanceError: (error: Error) => void) {
    const worker = spawn(start)
    this.#worker = worker
    this.ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve()
        if (message.type === 'answer') this.#answer(message.id, message.bytes)
        if (message.type === 'maintenance-failed') onMaintenanceError(new Error(message.message))
        if (message.type === 'failed' || message.type === 'broken') this.#fail(message.message)
      })
      worker.once('error', (error) => this.#fail(error.message))
      worker.once('exit', () => {
        this.#fail('it has stopped')
        reject(this.#failure)
      })
    })
    // The caller of `start` awaits this; a thread that dies later must not cause an unhandled rejection.
    this.ready.catch(() => {})
  }

  get isAlive(): boolean {
    return this.#failure === undefined
  }

  exchange(type: 'startup' | 'request' | 'dump', bytes: Uint8Array = new Uint8Array()): Promise<Uint8Array> {
    if (this.#failure) return Promise.reject(this.#failure)
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#post(type === 'dump' ? { type, id } : { type, id, bytes })
    })
  }

  /** Stops cleanly: finishes pending requests, then makes a checkpoint. */
  async close(): Promise<void> {
    this.#post({ type: 'close' })
    const timer = setTimeout(() => void this.#worker.terminate(), closeMs)
    await this.ended
    clearTimeout(timer)
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #answer(id: number, bytes: Uint8Array): void {
    this.#waiting.get(id)?.resolve(bytes)
    this.#waiting.delete(id)
  }

  #fail(reason: string): void {
    this.#failure ??= new DatabaseUnavailable(`The embedded database is not available: ${reason}`)
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}

/**
 * The embedded database for pg: creates streams that speak the wire protocol. It serves one client at a time, and
 * resets the session between clients. If its thread dies, the next client restarts it.
 */
export class EmbeddedEngine {
  readonly #start: EmbeddedStart
  readonly #report: (error: Error) => void
  #thread: EngineThread
  #client: EmbeddedStream | undefined
  #closed = false

  private constructor(start: EmbeddedStart, report: (error: Error) => void) {
    this.#start = start
    this.#report = report
    this.#thread = new EngineThread(start, report)
  }

  /**
   * Starts the engine and waits until it responds.
   *
   * @param report receives failures that no caller waits for (a failed checkpoint)
   */
  static async start(start: EmbeddedStart, report: (error: Error) => void): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(start, report)
    await engine.#thread.ready
    return engine
  }

  openStream(): EmbeddedStream {
    return new EmbeddedStream({
      connect: (stream) => this.#connect(stream),
      exchange: (stream, type, bytes) => {
        if (stream === this.#client) return this.#thread.exchange(type, bytes)
        return Promise.reject(new DatabaseUnavailable('This connection to the embedded database has ended.'))
      },
    })
  }

  /** The data directory as a tar archive; no client may be in a transaction. */
  dump(): Promise<Uint8Array> {
    return this.#thread.exchange('dump')
  }

  /** Stops cleanly: statements already sent are finished first. */
  async close(): Promise<void> {
    this.#closed = true
    this.#client?.destroy()
    if (this.#thread.isAlive) await this.#thread.close()
  }

  async #connect(stream: EmbeddedStream): Promise<void> {
    if (this.#closed) throw new DatabaseUnavailable('The embedded database is closed.')
    if (!this.#thread.isAlive) {
      // An in-memory database is lost with its thread: a restart would look like an empty database.
      if (this.#start.cluster === undefined) throw new DatabaseUnavailable('The embedded database has stopped.')
      await this.#thread.ended
      if (!this.#thread.isAlive) this.#thread = new EngineThread(this.#start, this.#report)
    }
    await this.#thread.ready
    this.#client?.destroy()
    this.#client = stream
  }
}
