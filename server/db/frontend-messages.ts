/** The message types of PostgreSQL's wire protocol (version 3) after which a client waits for a response. */
const query = 0x51 // Q
const sync = 0x53 // S
const flush = 0x48 // H
const execute = 0x45 // E
const terminate = 0x58 // X

/**
 * CopyFail without a reason. The embedded engine exits when a COPY waits for rows that never come, so each statement is
 * followed by one: it is ignored unless the statement copies, which it then refuses.
 */
const copyFail = Uint8Array.of(0x66, 0, 0, 0, 5, 0)

/** Bytes that make one round trip; `terminate` when the client disconnects and expects no response. */
export type Batch = { kind: 'startup' | 'request'; bytes: Uint8Array } | { kind: 'terminate' }

/** Splits a client's bytes, in pieces of any size, into batches that the engine can process as a whole. */
export class FrontendMessages {
  #pending: Buffer = Buffer.alloc(0)
  #batch: Uint8Array[] = []
  #started = false

  /** @returns the batches that these bytes completed, in order */
  take(bytes: Uint8Array): Batch[] {
    this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes])
    const batches: Batch[] = []
    let at = 0
    for (;;) {
      // Only the startup message has no type before its length.
      const header = this.#started ? 1 : 0
      if (this.#pending.length < at + header + 4) break
      const end = at + header + this.#pending.readInt32BE(at + header)
      if (this.#pending.length < end) break
      const message = this.#pending.subarray(at, end)
      at = end
      if (this.#started) {
        const batch = this.#add(message)
        if (batch) batches.push(batch)
      } else {
        this.#started = true
        batches.push({ kind: 'startup', bytes: Uint8Array.from(message) })
      }
    }
    this.#pending = this.#pending.subarray(at)
    return batches
  }

  #add(message: Uint8Array): Batch | undefined {
    const type = message[0]
    if (type === terminate) return { kind: 'terminate' }
    this.#batch.push(message)
    if (type === execute || type === query) this.#batch.push(copyFail)
    if (type !== query && type !== sync && type !== flush) return undefined
    const bytes = Uint8Array.from(Buffer.concat(this.#batch))
    this.#batch = []
    return { kind: 'request', bytes }
  }
}
