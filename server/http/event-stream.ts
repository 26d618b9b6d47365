/** Server-sent events (the HTML standard's `text/event-stream`). */

/** A header of a client that lost its stream: the id of the last event that it got. */
export const LAST_EVENT_ID = 'Last-Event-ID'

/** How much a stream keeps for a client that reads slowly, in bytes. */
const MAX_KEPT = 64 * 1024

/** How soon a client whose stream broke may try again, in milliseconds. */
const RETRY = 1_000

const encoder = new TextEncoder()

/** @param base headers of every reply */
export const streamResponse = (body: ReadableStream, base: Readonly<Record<string, string>>): Response =>
  new Response(body, {
    headers: {
      ...base,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would collect events before it passes them on.
      'X-Accel-Buffering': 'no',
    },
  })

export interface EventStreamOptions {
  /** The stream was ended, by either side. */
  readonly onEnd: () => void
  /** A client that was too slow has read what it had; what came meanwhile was left out. */
  readonly onCaughtUp: () => void
}

/** The writing end of one client's stream. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #isBehind = false

  constructor({ onEnd, onCaughtUp }: EventStreamOptions) {
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller
          controller.enqueue(encoder.encode(`retry: ${RETRY}\n\n`))
        },
        pull: () => {
          if (!this.#isBehind) return
          this.#isBehind = false
          onCaughtUp()
        },
        cancel: () => {
          this.#controller = undefined
          onEnd()
        },
      },
      { highWaterMark: MAX_KEPT, size: ({ byteLength }) => byteLength },
    )
  }

  /** Sends an event, unless the client is behind: then it is told so later. @param data without line breaks, as JSON is */
  send(event: string, data: string, id: string): void {
    if (!this.#controller || this.#isBehind) return
    if ((this.#controller.desiredSize ?? 0) <= 0) {
      this.#isBehind = true
      return
    }
    this.#controller.enqueue(encoder.encode(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`))
  }

  end(): void {
    this.#controller?.close()
    this.#controller = undefined
  }
}
