import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { z } from 'zod'
import { findBeside } from './beside.ts'
import { DatabaseTooOld } from './errors.ts'
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

const journalEntry = z.object({ when: z.number(), tag: z.string() })

/** drizzle-kit's list of migrations, at least one. `when` is in milliseconds since 1970. */
const journalSchema = z.object({ entries: z.tuple([journalEntry]).rest(journalEntry) })

/** @throws Error if the build lacks it */
export const readJournal = () =>
  journalSchema.parse(JSON.parse(readFileSync(join(migrationsFolder(), 'meta/_journal.json'), 'utf8')))

/** The first migration creates every table, so it can't update a database that was left at an earlier one. */
async function refuseTooOld(client: Pick<DatabasePool, 'query'>): Promise<void> {
  const { entries } = readJournal()
  const { rows: known } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "hasRun"`,
  )
  if (!z.tuple([z.object({ hasRun: z.boolean() })]).parse(known)[0].hasRun) return
  const { rows } = await client.query('select max(created_at)::float8 as latest from drizzle.__drizzle_migrations')
  const [{ latest }] = z.tuple([z.object({ latest: z.number().nullable() })]).parse(rows)
  if (latest !== null && latest < entries[0].when)
    throw new DatabaseTooOld(new Date(entries[0].when).toISOString().slice(0, 10))
}

/**
 * Migrates the schema. Servers that start at the same time on one PostgreSQL take turns.
 *
 * @throws DatabaseTooOld
 */
export async function applyMigrations(pool: DatabasePool): Promise<void> {
  const client = await pool.connect()
  try {
    // Another server's migration may take long.
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set client_min_messages = warning')
    await refuseTooOld(client)
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() })
  } finally {
    // Closing the connection releases the lock and the setting.
    client.release(true)
  }
}
