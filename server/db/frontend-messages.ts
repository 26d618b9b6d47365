/** The types of the messages, by PostgreSQL's wire protocol (version 3), after which a client waits for an answer. */
const query = 0x51 // Q
const sync = 0x53 // S
const flush = 0x48 // H
const execute = 0x45 // E
const terminate = 0x58 // X

/**
 * CopyFail without a reason. The embedded engine ends when a COPY waits for rows that are not there, so each statement
 * is followed by one: a server that does not copy ignores it, one that does refuses the statement.
 */
const copyFail = Uint8Array.of(0x66, 0, 0, 0, 5, 0)

/** Bytes that make one round trip; `terminate` when the client says goodbye and wants no answer. */
export type Batch = { kind: 'startup' | 'request'; bytes: Uint8Array } | { kind: 'terminate' }

/** Cuts what a client writes, in pieces of any size, into batches that the engine can answer as a whole. */
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
      // The startup message alone has no type before its length.
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
