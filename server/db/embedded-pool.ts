import type { EmbeddedEngine } from './embedded-engine.ts'
import { DatabasePool } from './pool.ts'

/**
 * How long a query may wait for the one connection, in milliseconds. It is long, since a report may hold it; it ends
 * at all because a transaction that calls the outer handle would otherwise wait for itself for ever.
 */
const waitMs = 60_000

/** A pool of one connection: transactions take turns by themselves. */
export function embeddedPool(engine: EmbeddedEngine, report: (error: Error) => void): DatabasePool {
  return new DatabasePool(
    {
      stream: () => engine.openStream(),
      // Given so that none of pg's environment variables speaks in.
      host: 'embedded',
      user: 'postgres',
      database: 'postgres',
      password: 'none',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: waitMs,
    },
    report,
  )
}
