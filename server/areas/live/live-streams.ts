/** The open streams of this server: what changes, for everyone who may hear of it. */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { LiveChange } from '#contract/live.ts'
import { BEAT_EVERY } from '#contract/live-headers.ts'
import { accessVersionOf } from '#domain/access-version.ts'
import type { Sessions } from '#server/areas/login/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { EventStream } from '#server/http/event-stream.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { ChangeReader, type ChangeRow, type Changes } from './change-reader.ts'
import { concernsAccess, mayHear } from './topic-access.ts'

/** A browser has one, whatever its tabs. */
const MAX_STREAMS = 20

/** How long after its last event a client may resume without reading everything again, in milliseconds. */
const RESUME_WITHIN = 10 * 60_000

const TICK = 1_000

interface Stream {
  readonly out: EventStream
  readonly caller: Caller
  /** When its session ends unless it is used before, in milliseconds. */
  endsAt: number
  /** When it is to say that it is alive, in milliseconds. */
  beatAt: number
}

export interface LiveStreamsOptions {
  readonly database: Pick<Database, 'pool' | 'listen'>
  readonly sessions: Sessions
  readonly clock: () => Date
  readonly log: Logger
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal | undefined
}

/** The time and the snapshot of an event's id; none has more than a few hundred transactions in progress. */
const eventIdSchema = z
  .string()
  .max(10_000)
  .regex(/^\d{1,15}\.\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/)

/** Whether PostgreSQL takes it: numbers from 1 on, and each no less than the one before. */
function isSnapshot(text: string): boolean {
  const [min = '', max = '', running = ''] = text.split(':')
  if (min === '' || BigInt(min) < 1n || BigInt(max) < BigInt(min)) return false
  const numbers = running === '' ? [] : running.split(',').map(BigInt)
  return numbers.every((number, index) => number >= (numbers[index - 1] ?? BigInt(min)) && number < BigInt(max))
}

const eventId = (snapshot: string, now: Date) => `${now.getTime()}.${snapshot}`

/** The snapshot of an event that a client saw last; undefined if that is too long ago, or not an id of ours. */
function snapshotIn(lastEventId: string, now: Date): string | undefined {
  const { data } = eventIdSchema.safeParse(lastEventId)
  const [at = '', snapshot = ''] = data?.split('.') ?? []
  if (!isSnapshot(snapshot)) return undefined
  return Math.abs(now.getTime() - Number(at)) <= RESUME_WITHIN ? snapshot : undefined
}

const toChange = ({ topic, providerId, from, to, change }: ChangeRow): LiveChange => ({
  topic,
  ...(providerId !== null && { provider: providerId }),
  ...(from !== null && { from }),
  ...(to !== null && { to }),
  change,
})

/** What a caller may hear of, as an event's data; undefined if it is nothing. */
function dataFor(rows: readonly ChangeRow[], caller: Caller): string | undefined {
  const changes = rows.filter((row) => mayHear(row, caller)).map(toChange)
  return changes.length > 0 ? JSON.stringify(changes) : undefined
}

/** The same for all callers with the same rights and records. */
const rightsOf = ({ role, roleId, providerId, screens, mustAddFactor }: Caller) =>
  [role, roleId, providerId, mustAddFactor, accessVersionOf(screens)].join()

export class LiveStreams {
  readonly #options: LiveStreamsOptions
  readonly #streams = new Set<Stream>()
  #reader: Promise<ChangeReader> | undefined
  #ticks: NodeJS.Timeout | undefined

  constructor(options: LiveStreamsOptions) {
    this.#options = options
    options.stopping?.addEventListener('abort', () => {
      for (const stream of this.#streams) this.#end(stream)
    })
  }

  /**
   * @param lastEventId of the client's last stream, if it had one
   * @throws Refusal 429 if the user has too many, 503 if the server is stopping
   */
  async open(caller: Caller, lastEventId: string | undefined): Promise<EventStream['body']> {
    const { clock, stopping, sessions } = this.#options
    if (stopping?.aborted) throw new Refusal(503, 'The server is stopping. Please try again in a minute.')
    const own = [...this.#streams].filter(({ caller: { userId } }) => userId === caller.userId)
    if (own.length >= MAX_STREAMS) {
      throw new Refusal(429, 'Too many pages are open for this user.', { headers: { 'Retry-After': '30' } })
    }
    const out = new EventStream({
      onEnd: () => this.#end(stream),
      onCaughtUp: () => void this.#reader?.then(({ snapshot }) => this.#reset(stream, snapshot)),
    })
    const stream: Stream = {
      out,
      caller,
      endsAt: Number.POSITIVE_INFINITY,
      beatAt: Date.now() + BEAT_EVERY * Math.random(),
    }
    this.#streams.add(stream)
    try {
      const reader = await this.#started()
      // Its caller was read before the stream could hear of changes.
      sessions.forgetCallersOf(caller.userId)
      await this.#check([stream])
      await this.#resume(stream, reader, lastEventId, clock())
    } catch (error) {
      this.#end(stream)
      throw error
    }
    return out.body
  }

  async #started(): Promise<ChangeReader> {
    const { database, log } = this.#options
    this.#ticks ??= setInterval(() => void this.#tick(), TICK).unref()
    this.#reader ??= ChangeReader.start({
      database,
      onChanges: (changes) => this.#deliver(changes),
      report: (error) => log.warn({ err: error }, 'could not read what changed'),
    })
    try {
      return await this.#reader
    } catch (error) {
      this.#reader = undefined
      throw error
    }
  }

  async #resume(stream: Stream, reader: ChangeReader, lastEventId: string | undefined, now: Date): Promise<void> {
    if (lastEventId === undefined) return this.#beat(stream, eventId(reader.snapshot, now))
    const snapshot = snapshotIn(lastEventId, now)
    const missed = snapshot === undefined ? undefined : await reader.since(snapshot)
    if (missed?.rows === undefined) return this.#reset(stream, reader.snapshot)
    const data = dataFor(missed.rows, stream.caller)
    const id = eventId(missed.snapshot, now)
    if (data === undefined) this.#beat(stream, id)
    else stream.out.send('changes', data, id)
  }

  #reset({ out }: Stream, snapshot: string): void {
    out.send('reset', 'null', eventId(snapshot, this.#options.clock()))
  }

  #beat({ out }: Stream, id: string): void {
    out.send('beat', 'null', id)
  }

  async #deliver({ snapshot, rows }: Changes): Promise<void> {
    if (rows === undefined) {
      await this.#check([...this.#streams])
      for (const stream of this.#streams) this.#reset(stream, snapshot)
      return
    }
    await this.#check([...this.#streams].filter(({ caller }) => rows.some((row) => concernsAccess(row, caller))))
    const id = eventId(snapshot, this.#options.clock())
    const ownersOf = new Set(rows.map(({ userId }) => userId))
    const known = new Map<string, string | undefined>()
    for (const { caller, out } of this.#streams) {
      const key = `${rightsOf(caller)} ${ownersOf.has(caller.userId) ? caller.userId : ''}`
      if (!known.has(key)) known.set(key, dataFor(rows, caller))
      const data = known.get(key)
      if (data !== undefined) out.send('changes', data, id)
    }
  }

  /** Ends the streams whose session has ended or may do other things now: the client opens another one if it can. */
  async #check(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return
    const { sessions, clock } = this.#options
    try {
      const outlooks = await sessions.outlooksOf([...new Set(streams.map(({ caller }) => caller.sessionId))], clock())
      for (const stream of streams) {
        const outlook = outlooks.get(stream.caller.sessionId)
        if (outlook && rightsOf(outlook.caller) === rightsOf(stream.caller)) {
          stream.endsAt = outlook.endsAt.getTime()
        } else {
          sessions.forgetCallersOf(stream.caller.userId)
          this.#end(stream)
        }
      }
    } catch (error) {
      // Nobody knows whether they may still hear of anything.
      for (const stream of streams) this.#end(stream)
      this.#options.log.warn({ err: error }, 'could not check the sessions of streams')
    }
  }

  async #tick(): Promise<void> {
    const now = this.#options.clock()
    const due = [...this.#streams].filter(({ beatAt }) => beatAt <= Date.now())
    for (const stream of due) stream.beatAt = Date.now() + BEAT_EVERY
    await this.#check([...new Set([...due, ...[...this.#streams].filter(({ endsAt }) => endsAt <= now.getTime())])])
    const reader = await this.#reader?.catch(() => undefined)
    if (reader === undefined) return
    const id = eventId(reader.snapshot, now)
    for (const stream of due) if (this.#streams.has(stream)) this.#beat(stream, id)
  }

  #end(stream: Stream): void {
    if (!this.#streams.delete(stream)) return
    stream.out.end()
    if (this.#streams.size > 0) return
    clearInterval(this.#ticks)
    this.#ticks = undefined
    const last = this.#reader
    this.#reader = undefined
    void last?.then((reader) => reader.stop()).catch(() => {})
  }
}
