import { fsyncSync, statSync, writeFileSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd: number }
type StreamOperations = {
  fsync?: (stream: Stream) => number
  write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position?: number) => number
}

/** WASI's code for an I/O error, on which PostgreSQL stops. */
const ioError = 29

type Mounted = Parameters<NodeFS['init']>
type EngineModule = Mounted[1]

function streamOperations(filesystem: object): StreamOperations {
  // Emscripten's types omit the operations, although all of its own file systems have them.
  return Reflect.get(filesystem, 'stream_ops')
}

/**
 * The engine's files in a folder, durable: its original file system has no fsync, so commits would be acknowledged
 * before they are on disk.
 */
export class DurableFiles extends NodeFS {
  /** Bytes written since the last reset; decides when a checkpoint is due. */
  bytesWritten = 0
  /** The first failed fsync. Nothing may be acknowledged after it. */
  failure: Error | undefined

  /** Remembers the last vacuum across restarts: the modification time of an empty file next to the cluster. */
  get vacuumedAt(): Date | undefined {
    return statSync(this.#vacuumMark, { throwIfNoEntry: false })?.mtime
  }

  markVacuumed(): void {
    writeFileSync(this.#vacuumMark, '')
  }

  get #vacuumMark(): string {
    return `${this.rootDir}.vacuumed`
  }

  override async init(...[engine, options]: Mounted): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options)
    const makeDurable = (module: Parameters<NonNullable<EngineModule['preRun']>[number]>[0]) => {
      const operations = streamOperations(module.NODEFS)
      const { write } = operations
      operations.write = (...args) => {
        const written = write(...args)
        this.bytesWritten += written
        return written
      }
      operations.fsync = (stream) => {
        try {
          fsyncSync(stream.nfd)
          return 0
        } catch (error) {
          this.failure ??= error instanceof Error ? error : new Error(String(error))
          return ioError
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), makeDurable] } }
  }
}
