import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { findBeside } from './beside.ts'
import type { DatabasePool } from './pool.ts'

/** Any number that no one else in the same PostgreSQL locks by ("homeroom" in letters of a telephone). */
const migrationLock = 46637666

/** The folder of migrations: beside the sources, or beside the built server. */
export function migrationsFolder(): string {
  const folder = findBeside('migrations')
  if (folder === undefined) throw new Error('The migrations are not part of this build: the folder is missing.')
  return folder
}

/** Brings the schema up to date. Servers that start together on one PostgreSQL take turns. */
export async function applyMigrations(pool: DatabasePool): Promise<void> {
  const client = await pool.connect()
  let failed: unknown
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set client_min_messages = warning')
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() })
  } catch (error) {
    failed = error
    throw error
  } finally {
    // A connection that is thrown away gives back the lock and the setting by itself.
    client.release(failed !== undefined || true)
  }
}
