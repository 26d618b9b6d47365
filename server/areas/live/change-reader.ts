/** Reads what changed in the database, by whichever server, from `live_changes`. */
import { z } from 'zod'
import { LIVE_TOPICS, type LiveTopic } from '#contract/live-topics.ts'
import { localDateSchema } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'

const rowSchema = z.object({
  topic: z.string(),
  providerId: z.int().nullable(),
  userId: z.int().nullable(),
  from: localDateSchema.nullable(),
  to: localDateSchema.nullable(),
  change: z.string(),
})

export type ChangeRow = z.output<typeof rowSchema> & { readonly topic: LiveTopic }

/** What changed between two snapshots of the database. */
export interface Changes {
  /** The second one, as PostgreSQL writes it: `xmin:xmax:xip,…`. */
  readonly snapshot: string
  /** Undefined if there is too much to tell, or the first snapshot is not of this database. */
  readonly rows: readonly ChangeRow[] | undefined
}

/** More changes at once mean: read everything again. */
const MAX_ROWS = 5_000

/** How long to wait after a change, in milliseconds, so that its author gets the reply first. */
const REPLY_FIRST = 20
/** The shortest time between two reads, in milliseconds: many changes in a row are read together. */
const READ_EVERY = 100
/** How often to look without being woken, in milliseconds: while not listening, and otherwise. */
const LOOK_EVERY = { disconnected: 1_000, listening: 15_000 } as const

/**
 * What is visible now and was not in the snapshot $1: a transaction that commits late is neither skipped nor waited for.
 * Numbers from another cluster, in a restored backup, count once they are reached.
 */
const CHANGES_SINCE = {
  name: 'live-changes-since',
  text: `select pg_current_snapshot()::text as snapshot,
    coalesce(pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()), false) as "isAhead",
    (select coalesce(json_agg(c), '[]') from (
      select topic, provider_id as "providerId", user_id as "userId",
        min(from_date) as "from", max(to_date) as "to", xid::text as change
      from live_changes
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      group by topic, provider_id, user_id, xid order by min(id) limit ${MAX_ROWS + 1}) c) as changes`,
}

const readSchema = z.object({ snapshot: z.string(), isAhead: z.boolean(), changes: z.array(rowSchema) })

/** Newer servers on the same database may have more topics. */
const isKnown = (row: z.output<typeof rowSchema>): row is ChangeRow => LIVE_TOPICS.some((topic) => topic === row.topic)

type ReadDatabase = Pick<Database, 'pool' | 'listen'>

/** @param snapshot undefined for the present one, without changes */
async function changesSince({ pool }: ReadDatabase, snapshot: string | undefined): Promise<Changes> {
  const { rows } = await pool.query({ ...CHANGES_SINCE, values: [snapshot ?? null] })
  const { isAhead, changes, ...now } = readSchema.parse(rows[0])
  return { ...now, rows: isAhead || changes.length > MAX_ROWS ? undefined : changes.filter(isKnown) }
}

export interface ChangeReaderOptions {
  readonly database: ReadDatabase
  /** Gets all changes, each once, one batch after the other. Must not throw. */
  readonly onChanges: (changes: Changes) => Promise<void>
  /** Hears of failures; the reader goes on. */
  readonly report: (error: unknown) => void
}

/** Reads changes as they are committed, from its start on. */
export class ChangeReader {
  readonly #options: ChangeReaderOptions
  readonly #wakes: ReturnType<Database['listen']>
  readonly #look: NodeJS.Timeout
  #snapshot: string
  #readAt = 0
  #lookedAt = performance.now()
  #next: NodeJS.Timeout | undefined
  #isReading = false
  #isWoken = false
  #isStopped = false

  private constructor(options: ChangeReaderOptions, snapshot: string) {
    this.#options = options
    this.#snapshot = snapshot
    // Its first wake reads what changed since the snapshot was taken.
    this.#wakes = options.database.listen(() => this.#wake())
    this.#look = setInterval(() => {
      const every = LOOK_EVERY[this.#wakes.isListening() ? 'listening' : 'disconnected']
      if (performance.now() - this.#lookedAt >= every) this.#wake()
    }, LOOK_EVERY.disconnected).unref()
  }

  static async start(options: ChangeReaderOptions): Promise<ChangeReader> {
    const { snapshot } = await changesSince(options.database, undefined)
    return new ChangeReader(options, snapshot)
  }

  /** The snapshot up to which changes were read. */
  get snapshot(): string {
    return this.#snapshot
  }

  /** What changed since an earlier snapshot, for a client that was away. */
  since(snapshot: string): Promise<Changes> {
    return changesSince(this.#options.database, snapshot)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#look)
    clearTimeout(this.#next)
    await this.#wakes.stop()
  }

  #wake(): void {
    this.#lookedAt = performance.now()
    if (this.#isReading) this.#isWoken = true
    else this.#readSoon(Math.max(REPLY_FIRST, this.#readAt + READ_EVERY - performance.now()))
  }

  #readSoon(pause: number): void {
    if (this.#isStopped) return
    this.#next ??= setTimeout(() => void this.#read(), pause)
  }

  async #read(): Promise<void> {
    this.#next = undefined
    this.#isReading = true
    this.#isWoken = false
    this.#readAt = performance.now()
    try {
      const changes = await changesSince(this.#options.database, this.#snapshot)
      if (!this.#isStopped && changes.rows?.length !== 0) await this.#options.onChanges(changes)
      // Afterward, since a client that resumes from it must not miss these changes.
      this.#snapshot = changes.snapshot
      this.#isReading = false
      if (this.#isWoken) this.#readSoon(READ_EVERY)
    } catch (error) {
      if (!this.#isStopped) this.#options.report(error)
      this.#isReading = false
      this.#readSoon(LOOK_EVERY.disconnected)
    }
  }
}
