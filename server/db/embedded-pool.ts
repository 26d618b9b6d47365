import type { ClientBase } from 'pg'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { DatabasePool } from './pool.ts'

/**
 * How long a query may wait for the only connection, in milliseconds. It is long, since a report may hold the
 * connection; the limit exists because a transaction that calls the outer handle would wait for itself forever.
 */
const waitMs = 60_000

/**
 * A pool of one connection, so transactions take turns.
 *
 * @param onConnect prepares a new connection
 */
export function embeddedPool(
  engine: EmbeddedEngine,
  report: (error: Error) => void,
  onConnect?: (client: ClientBase) => Promise<void>,
): DatabasePool {
  return new DatabasePool(
    {
      stream: () => engine.openStream(),
      // Set explicitly, so that pg ignores its environment variables.
      host: 'embedded',
      user: 'postgres',
      database: 'postgres',
      password: 'none',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: waitMs,
      ...(onConnect && { onConnect }),
    },
    report,
  )
}
