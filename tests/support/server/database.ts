import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { LocalDate } from '#domain/time.ts'
import { type Database, type DatabaseOptions, type DatabaseSettings, openDatabase } from '#server/db/database.ts'
import { sqlState, sqlStateOf } from '#server/db/errors.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { createDatabase, isPostgresInstalled, postgresMissing, sharedPostgres, sharedTemplate } from './postgres.ts'

/** A database engine that tests run on. */
export type TestEngine = {
  name: string
  /** Opens a new, empty database with all tables in it. */
  open: (options?: DatabaseOptions) => Promise<Database>
}

let engineCode: Promise<WebAssembly.Module> | undefined

/** While someone in the process holds the compiled engine, threads share it: opening takes two thirds of the CPU time. */
export const holdEngineCode = (): Promise<WebAssembly.Module> => {
  const library = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  engineCode ??= WebAssembly.compile(readFileSync(join(library, 'pglite.wasm')))
  return engineCode
}

/** A new embedded in-memory database with empty tables. The caller closes it; `useDatabase` does so itself. */
export async function testDatabase(options?: DatabaseOptions): Promise<Database> {
  await holdEngineCode()
  return openDatabase({ memory: true }, options)
}

/** The database of a server in a process of its own, while that is stopped if it is an embedded one. The caller closes it. */
export async function openStopped(settings: DatabaseSettings): Promise<Database> {
  if ('folder' in settings) await holdEngineCode()
  return openDatabase(settings)
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`

/** The address of a new, empty database on the run's PostgreSQL. */
export async function createPostgresDatabase(): Promise<string> {
  return createDatabase(await sharedPostgres(), newName())
}

async function openCopy(options?: DatabaseOptions): Promise<Database> {
  const template = await sharedTemplate('tables', async (url) => (await openDatabase({ url })).close())
  return openDatabase({ url: await createDatabase(await sharedPostgres(), newName(), template) }, options)
}

/**
 * A database of its own with the demo district, on the run's PostgreSQL. The caller closes it.
 *
 * @param today the district's day
 */
export async function openDemoDistrict(today: LocalDate, timeZone: string): Promise<Database> {
  const template = await sharedTemplate(`demo_${today.replaceAll('-', '_')}`, async (url) => {
    const database = await openDatabase({ url })
    await seedDemoDistrict(database.db, { today, timeZone })
    await database.close()
  })
  return openDatabase({ url: await createDatabase(await sharedPostgres(), newName(), template) })
}

export const embedded: TestEngine = { name: 'embedded', open: testDatabase }
const postgresql: TestEngine = { name: 'postgresql', open: openCopy }

/** PostgreSQL if installed, which is several times faster. */
export const fastest: TestEngine = isPostgresInstalled ? postgresql : embedded

/** The engines available on this machine, for `describe.each`. */
export const engines: TestEngine[] = isPostgresInstalled ? [embedded, postgresql] : [embedded]

/** The same tests on every engine; where PostgreSQL is not installed, its part is shown as skipped, with the reason. */
export function describeEngines(name: string, tests: (engine: TestEngine) => void): void {
  describe.each(engines)(`${name} ($name)`, tests)
  if (!isPostgresInstalled) describe.skip(`${name} (postgresql): ${postgresMissing}`, () => tests(postgresql))
}

/**
 * A database for the tests of one describe block or file: opened before the first, closed after the last.
 * Tests of what may depend on the engine run on each (`describeEngines`): connections, locks, crashes, notifications,
 * collations, large queries. Both speak PostgreSQL's protocol to the same driver, so that other tests need only one.
 *
 * @returns a function that returns the database; call it only in tests and hooks
 */
export function useDatabase(engine: TestEngine = fastest, options?: DatabaseOptions): () => Database {
  let database: Database | undefined
  beforeAll(async () => {
    database = await engine.open(options)
  }, 60_000)
  afterAll(async () => {
    await database?.close()
  }, 60_000)
  return () => {
    if (!database) throw new Error('The database is open in tests and hooks only.')
    return database
  }
}

/** The same with the demo district, which is made once per run for each day where PostgreSQL is installed. */
export function useDemoDistrict(today: LocalDate, timeZone: string): () => Database {
  const open = async () => {
    if (isPostgresInstalled) return openDemoDistrict(today, timeZone)
    const database = await testDatabase()
    await seedDemoDistrict(database.db, { today, timeZone })
    return database
  }
  return useDatabase({ name: fastest.name, open })
}

/**
 * Deletes instead of truncating, which takes ten times as long on small tables. With foreign key checks off, the order
 * of tables doesn't matter.
 */
const emptyTables = `do $$
  declare item record;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for item in select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' loop
      execute 'delete from ' || item.name;
    end loop;
    for item in select format('%I.%I', schemaname, sequencename) as name, start_value from pg_sequences
      where schemaname = 'public' and last_value is not null and sequencename <> 'live_changes_id_seq' loop
      perform setval(item.name::regclass, item.start_value, false);
    end loop;
  end $$`

const TRIES = 3

/**
 * Empties every table between tests and restarts ids at 1. A request that the page of the test before left behind may
 * hold rows of one table and wait for another's: then PostgreSQL ends one of both, and this is repeated. It may also note a
 * live change later than this, so those ids go on: started again, one would meet the id that it took.
 */
export async function truncateAll(database: Database, tries = TRIES): Promise<void> {
  try {
    await database.pool.query(emptyTables)
  } catch (error) {
    if (tries === 1 || sqlStateOf(error) !== sqlState.deadlockDetected) throw error
    await truncateAll(database, tries - 1)
  }
}
