import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { findBeside } from './beside.ts'
import type { DatabasePool } from './pool.ts'

/** An advisory lock number that nothing else in the same PostgreSQL uses ("homeroom" on a phone keypad). */
const migrationLock = 46637666

/** The end of the name of what drizzle-kit compares the schema with; applying migrations doesn't need it. */
export const SNAPSHOT = '_snapshot.json'

/** The folder of migrations: next to the sources, or next to the built server. */
export function migrationsFolder(): string {
  const folder = findBeside('migrations')
  if (folder === undefined) throw new Error('The migrations are not part of this build: the folder is missing.')
  return folder
}

/** Migrates the schema. Servers that start at the same time on one PostgreSQL take turns. */
export async function applyMigrations(pool: DatabasePool): Promise<void> {
  const client = await pool.connect()
  let failed: unknown
  try {
    // Another server's migration may take long.
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set client_min_messages = warning')
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() })
  } catch (error) {
    failed = error
    throw error
  } finally {
    // Closing the connection releases the lock and the setting.
    client.release(failed !== undefined || true)
  }
}
