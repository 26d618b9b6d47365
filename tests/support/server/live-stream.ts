import { EventSourceParserStream } from 'eventsource-parser/stream'
import { vi } from 'vitest'
import { followChanges, type LiveChange } from '#contract/live.ts'
import type { LiveTopic } from '#contract/live-topics.ts'

/** How long a busy machine may take, in milliseconds; the usual time is measured by the benchmarks. */
const WITHIN = 15_000

export interface HeardEvent {
  readonly event: 'changes' | 'reset'
  readonly id: string
  /** What changed, without the transactions. */
  readonly changes: readonly Omit<LiveChange, 'change'>[]
}

/** A client of `/api/live/changes`. */
export class LiveStream {
  readonly status: number
  readonly heard: HeardEvent[] = []
  /** The id of the last event or heartbeat. */
  lastId = ''
  isEnded = false
  readonly #abort: AbortController

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status
    this.#abort = abort
    void this.#read(response)
  }

  /** @param lastEventId of an earlier stream, to resume it */
  static async open(url: string, token: string, lastEventId?: string): Promise<LiveStream> {
    const abort = new AbortController()
    const headers = { token, ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }) }
    const response = await fetch(`${url}${followChanges.path}`, { headers, signal: abort.signal })
    const stream = new LiveStream(response, abort)
    if (response.status === 200) await vi.waitFor(() => stream.#mustHave(stream.lastId !== ''), WITHIN)
    return stream
  }

  /** Waits until something was heard. @throws if nothing comes */
  async next(count = 1): Promise<readonly HeardEvent[]> {
    await vi.waitFor(() => this.#mustHave(this.heard.length >= count), { timeout: WITHIN, interval: 5 })
    return this.heard.splice(0)
  }

  /** Waits until a change of a topic was heard, and forgets what was heard so far. */
  async hear(topic: LiveTopic): Promise<void> {
    const isHeard = () => this.heard.some(({ changes }) => changes.some((change) => change.topic === topic))
    await vi.waitFor(() => this.#mustHave(isHeard()), { timeout: WITHIN, interval: 5 })
    this.heard.splice(0)
  }

  /** Waits until the server has ended it. @throws if it does not */
  async end(): Promise<void> {
    await vi.waitFor(() => this.#mustHave(this.isEnded), { timeout: WITHIN, interval: 5 })
  }

  close(): void {
    this.#abort.abort()
  }

  #mustHave(isSo: boolean): void {
    if (!isSo) throw new Error(`Heard only ${JSON.stringify(this.heard)}`)
  }

  async #read({ body, headers }: Response): Promise<void> {
    if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return
    try {
      const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      for await (const { event, id = '', data } of events) {
        this.lastId = id
        if (event === 'beat') continue
        const parsed = event === 'changes' ? followChanges.events.changes.parse(JSON.parse(data)) : []
        const changes = parsed.map(({ change: _, ...rest }) => rest)
        this.heard.push({ event: event === 'changes' ? event : 'reset', id, changes })
      }
    } catch {
      // The connection was lost.
    }
    this.isEnded = true
  }
}
