import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { EmbeddedEngine } from './embedded-engine.ts'
import { embeddedPool } from './embedded-pool.ts'
import { DatabaseUnavailable, DataFolderError } from './errors.ts'
import { lockFolder } from './folder-lock.ts'
import { applyMigrations } from './migrate.ts'
import { setParsers } from './parsers.ts'
import { DatabasePool } from './pool.ts'
import { preparedDatabase } from './prepared-database.ts'
import { EmbeddedWakes, type ListenForWakes, listenOnPostgres } from './wakes.ts'
import { WORK_MEMORY } from './work-memory.ts'

/** Where the data is: a PostgreSQL server, a local folder, or in memory (tests). */
export type DatabaseSettings = { url: string } | { folder: string } | { memory: true }

/** Drizzle on our database; the handle in a `transaction` callback has the same methods. */
export type Db = NodePgDatabase

export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** A database or a transaction that is only read. */
export type Queryable = Pick<Db, 'select' | 'execute'>

/** With access to the pool, for the few queries whose speed matters; a transaction's handle has none. */
export type PooledDb = Db & { $client: DatabasePool }

export type Health = {
  healthy: boolean
  /** How long a trivial query took, in milliseconds. */
  latencyMs: number
  /** Why it is not healthy. */
  reason?: string
  isDiskFull?: boolean
}

export type Database = {
  db: PooledDb
  /** The pool behind `db`, for SQL that Drizzle does not build. */
  pool: DatabasePool
  engine: 'embedded' | 'postgresql'
  /** Hears when something changed in the database, by whichever server. */
  listen: ListenForWakes
  /** Never throws; returns within two seconds. */
  health: () => Promise<Health>
  /**
   * Lets running and waiting queries finish (ten seconds at most), refuses new ones with DatabaseUnavailable, then
   * stops: the embedded engine with a checkpoint, its folder unlocked. Safe to call again.
   */
  close: () => Promise<void>
}

export type DatabaseOptions = {
  /** Reports failures that no caller waits for: a lost idle connection, a failed checkpoint. */
  report?: (error: Error) => void
  /** Maximum connections to PostgreSQL, 10 by default. The embedded engine has one. */
  connections?: number
}

const graceMs = 10_000
const healthMs = 2_000
/** The embedded engine's PostgreSQL release, whose data directories it can read. */
const clusterVersion = '18'

/** Writes a megabyte that is dropped at once. */
const fillDisk = `create temp table disk_probe on commit drop as select md5(n::text) from generate_series(1, 20000) n`

/** A full disk does not hinder reading: after a failed write, only another write shows whether there is space again. */
async function checkDisk(pool: DatabasePool): Promise<void> {
  if (!pool.isDiskFull) return
  await pool.query(fillDisk)
  pool.isDiskFull = false
}

async function healthOf(pool: DatabasePool): Promise<Health> {
  const start = performance.now()
  const latencyMs = () => Math.round(performance.now() - start)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable('The database did not respond in time.')), healthMs)
  })
  try {
    await Promise.race([pool.query('select 1').then(() => checkDisk(pool)), late])
    return { healthy: true, latencyMs: latencyMs() }
  } catch (error) {
    return {
      healthy: false,
      latencyMs: latencyMs(),
      reason: error instanceof Error ? error.message : String(error),
      ...(pool.isDiskFull && { isDiskFull: true }),
    }
  } finally {
    clearTimeout(timer)
  }
}

type Parts = Pick<Database, 'pool' | 'engine' | 'listen'> & { stop: () => Promise<void> }

/** Applies the migrations and builds the handle; on failure nothing stays open. */
async function assemble({ pool, engine, listen, stop }: Parts): Promise<Database> {
  let closing: Promise<void> | undefined
  const shutDown = async () => {
    const finished = await pool.drain(graceMs)
    if (finished) await pool.end()
    await stop()
  }
  const close = () => {
    closing ??= shutDown()
    return closing
  }
  try {
    await applyMigrations(pool)
  } catch (error) {
    await close()
    throw error
  }
  const db = drizzle(pool, { casing: 'snake_case' })
  return { db, pool, engine, listen, health: () => healthOf(pool), close }
}

function openPostgres(url: string, report: (error: Error) => void, connections: number): Promise<Database> {
  const config = {
    connectionString: url,
    application_name: 'homeroom',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The session's time zone must not depend on the server's: `now()::date` and the like would.
    // A lock that is not released for so long belongs to a client that is gone. Compiling a statement takes longer than
    // running it, even for lists of thousands.
    options: `-c timezone=UTC -c datestyle=ISO -c lock_timeout=30s -c jit=off -c work_mem=${WORK_MEMORY}`,
  }
  const pool = new DatabasePool({ ...config, max: connections }, report)
  const listen: ListenForWakes = (onWake) => listenOnPostgres(config, onWake)
  return assemble({ pool, engine: 'postgresql', listen, stop: async () => {} })
}

/** Makes sure that the folder exists and is writable. */
function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(`The data folder ${folder} cannot be used: ${reason}`, { cause: error })
  }
}

/** The engine would refuse another release's cluster without a helpful message. */
function checkCluster(cluster: string): void {
  const path = join(cluster, 'PG_VERSION')
  if (!existsSync(path)) return
  const version = readFileSync(path, 'utf8').trim()
  if (version === clusterVersion) return
  throw new DataFolderError(
    `The database in ${cluster}was created by PostgreSQL ${version}; this server reads PostgreSQL ${clusterVersion}.`,
  )
}

async function openEmbedded(folder: string | undefined, report: (error: Error) => void): Promise<Database> {
  if (folder !== undefined) prepareFolder(folder)
  const unlock = folder === undefined ? () => {} : lockFolder(folder)
  try {
    const cluster = folder === undefined ? undefined : join(folder, 'cluster')
    if (cluster !== undefined) checkCluster(cluster)
    const isNew = cluster === undefined || !existsSync(cluster)
    const prepared = isNew ? await preparedDatabase() : undefined
    const engine = await EmbeddedEngine.start({ cluster, prepared }, report)
    const { hear, listen } = new EmbeddedWakes()
    const pool = embeddedPool(engine, report, hear)
    const stop = async () => {
      await engine.close()
      unlock()
    }
    return await assemble({ pool, engine: 'embedded', listen, stop })
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens the database and migrates its schema.
 *
 * @throws DataFolderError if the folder is locked, unreadable or of another release
 * @throws DatabaseUnavailable if PostgreSQL can't be reached
 */
export async function openDatabase(settings: DatabaseSettings, options: DatabaseOptions = {}): Promise<Database> {
  setParsers()
  const report = options.report ?? (() => {})
  if ('url' in settings) return openPostgres(settings.url, report, options.connections ?? 10)
  return openEmbedded('folder' in settings ? resolve(settings.folder) : undefined, report)
}
