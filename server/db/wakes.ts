/** Wakes the servers of a database when something changed in it (PostgreSQL's LISTEN and NOTIFY). */
import pg from 'pg'

/** What the triggers notify (`live_follow` in server/db/migrations/0000_tables.sql). */
const CHANNEL = 'live_changes'

/** The pause before another try to listen, in milliseconds. */
const TRY_AGAIN = 1_000

export interface Wakes {
  /** Whether wakes arrive; otherwise the caller has to look by itself. */
  readonly isListening: () => boolean
  readonly stop: () => Promise<void>
}

/** Starts listening. @param onWake also called when listening begins: something may have changed before */
export type ListenForWakes = (onWake: () => void) => Wakes

/** On PostgreSQL: a connection of its own, replaced when it is lost. */
export function listenOnPostgres(config: pg.ClientConfig, onWake: () => void): Wakes {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isListening = false
  let isStopped = false

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    isListening = false
    void lost.end().catch(() => {})
    if (!isStopped) timer = setTimeout(() => void connect(), TRY_AGAIN).unref()
  }
  const connect = async () => {
    const opened = new pg.Client(config)
    client = opened
    opened.on('error', () => lose(opened))
    opened.on('end', () => lose(opened))
    opened.on('notification', onWake)
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
    } catch {
      lose(opened)
      return
    }
    if (client !== opened) return
    isListening = true
    onWake()
  }
  void connect()
  return {
    isListening: () => isListening,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      const last = client
      client = undefined
      isListening = false
      await last?.end().catch(() => {})
    },
  }
}

/** On the embedded engine, whose one connection makes all changes, and therefore hears of them. */
export class EmbeddedWakes {
  readonly #ears = new Set<() => void>()

  /** Called with each new connection, before anyone else uses it. */
  readonly hear = async (client: pg.ClientBase): Promise<void> => {
    client.on('notification', () => {
      for (const onWake of this.#ears) onWake()
    })
    await client.query(`listen ${CHANNEL}`)
  }

  readonly listen: ListenForWakes = (onWake) => {
    this.#ears.add(onWake)
    onWake()
    return {
      isListening: () => true,
      stop: async () => {
        this.#ears.delete(onWake)
      },
    }
  }
}
