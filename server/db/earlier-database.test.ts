import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { asc } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createPostgresDatabase,
  describeEngines,
  holdEngineCode,
  type TestEngine,
} from '#tests/support/server/database.ts'
import { addSession, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE, startTestServer } from '#tests/support/server/test-server.ts'
import { type Database, type DatabaseSettings, openDatabase } from './database.ts'
import { scheduleEvents } from './schema/schedule.ts'
import { students } from './schema/students.ts'

/** What `pg_dump` wrote when the tables were created in 57 steps, with the district of the tests in them. */
const dump = gunzipSync(
  readFileSync(new URL('../../tests/support/server/earlier-database.sql.gz', import.meta.url)),
).toString()

/** Everything that migrations create, by name; columns may be in any order. */
const structure = async ({ pool }: Database) => {
  const lists = {
    columns: `select table_name, column_name, data_type, collation_name, column_default, is_nullable, is_identity,
      generation_expression from information_schema.columns where table_schema = 'public' order by 1, 2`,
    constraints: `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2, 3`,
    indexes: `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    triggers: 'select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by 1',
    functions: `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  }
  const read = Object.entries(lists).map(async ([name, text]) => [name, (await pool.query(text)).rows])
  return Object.fromEntries(await Promise.all(read))
}

describeEngines('a database from before the tables were created in one step', (engine: TestEngine) => {
  let settings: DatabaseSettings
  let folder: string
  let opened: Database[] = []

  const open = async () => {
    const database = await openDatabase(settings)
    opened.push(database)
    return database
  }
  const close = async () => {
    await Promise.all(opened.map((database) => database.close()))
    opened = []
  }

  beforeAll(holdEngineCode)

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'homeroom-earlier-'))
    settings = engine.name === 'postgresql' ? { url: await createPostgresDatabase() } : { folder }
  })

  afterEach(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('opens as it was, with the tables of a new one, and a provider can add a session', async () => {
    const { pool } = await open()
    await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    await pool.query(dump)
    await close()

    const earlier = await open()
    const { rows } = await earlier.pool.query('select count(*)::int as migrations from drizzle.__drizzle_migrations')
    expect(rows).toEqual([{ migrations: 57 }])
    const fresh = await engine.open()
    opened.push(fresh)
    expect(await structure(earlier)).toEqual(await structure(fresh))

    const server = await startTestServer(earlier)
    try {
      server.now = TEST_NOW
      await addSession(server, await server.tokenOf(PEOPLE.Providers.userId))
    } finally {
      await server.stop()
    }
    const names = await earlier.db.select().from(students).orderBy(asc(students.id))
    expect(names.map(({ name, nameKey }) => [name, nameKey])).toEqual([
      ['Ana Núñez', 'ana nunez'],
      ['Bo Li', 'bo li'],
      ['Chi Okafor', 'chi okafor'],
      ['Dora Weiss', 'dora weiss'],
      ['Eli Stone', 'eli stone'],
    ])
    const [session] = await earlier.db.select().from(scheduleEvents)
    expect(session).toMatchObject({ eventName: 'Fine motor group' })
    await expect(earlier.pool.query('delete from transition_log')).rejects.toThrow(
      'The transition log can only be added to',
    )
  }, 60_000)

  test('is refused if it was not updated to the last of those steps', async () => {
    const { pool } = await open()
    await pool.query('update drizzle.__drizzle_migrations set created_at = created_at - 1')
    await close()
    await expect(open()).rejects.toThrow(
      'The database is too old: this version can only update databases that were last updated on 2026-11-29 or later. ' +
        'Start a version from that day on it first, then this one again.',
    )
  }, 60_000)
})
