import { Duplex } from 'node:stream'
import { type Batch, FrontendMessages } from './frontend-messages.ts'

/** What a stream needs from the engine. */
export type StreamPeer = {
  connect: (stream: EmbeddedStream) => Promise<void>
  exchange: (stream: EmbeddedStream, kind: 'startup' | 'request', bytes: Uint8Array) => Promise<Uint8Array>
}

type Written = { chunk: Buffer; encoding: BufferEncoding }

/** Looks like a socket to pg; writes go to the embedded engine in complete batches. */
export class EmbeddedStream extends Duplex {
  readonly #peer: StreamPeer
  readonly #messages = new FrontendMessages()

  constructor(peer: StreamPeer) {
    super()
    this.#peer = peer
  }

  /** Called by pg as on a socket; emits `connect` on success and `error` on failure. */
  connect(): this {
    this.#peer.connect(this).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  // Socket settings without meaning here, called by pg.
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#take(chunk)
    done()
  }

  override _writev(chunks: Written[], done: () => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #take(bytes: Buffer): void {
    for (const batch of this.#messages.take(bytes)) this.#send(batch)
  }

  #send(batch: Batch): void {
    if (batch.kind === 'terminate') return
    this.#peer.exchange(this, batch.kind, batch.bytes).then(
      (answer) => {
        if (!this.destroyed && !this.writableEnded) {
          this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
        }
      },
      (error: Error) => this.destroy(error),
    )
  }
}
