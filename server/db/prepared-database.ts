import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { findBeside } from './beside.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { embeddedPool } from './embedded-pool.ts'
import { applyMigrations, migrationsFolder, SNAPSHOT } from './migrate.ts'

/** How long caches of other migrations (from another branch, say) are kept, in milliseconds. */
const keptMs = 48 * 3_600_000

/**
 * Creates a data directory with the migrations applied: a tar archive. Takes about 4 s, most of it initdb.
 *
 * @param fill inserts the initial data of every database
 */
export async function makePreparedDatabase(fill?: (db: NodePgDatabase) => Promise<void>): Promise<Uint8Array> {
  const rethrow = (error: Error) => {
    throw error
  }
  const engine = await EmbeddedEngine.start({ cluster: undefined, prepared: undefined }, rethrow)
  const pool = embeddedPool(engine, rethrow)
  try {
    await applyMigrations(pool)
    await fill?.(drizzle(pool, { casing: 'snake_case' }))
    await pool.end()
    return await engine.dump()
  } finally {
    await engine.close()
  }
}

/** A hash of everything that affects the data directory: the migrations and the engine's release. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const folder = migrationsFolder()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (statSync(path).isFile() && !name.endsWith(SNAPSHOT)) hash.update(name).update('\0').update(readFileSync(path))
  }
  const enginePath = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  hash.update(readFileSync(join(dirname(enginePath), '../package.json')))
  return hash.digest('hex').slice(0, 16)
}

/** The cache folder: the project's node_modules when run from source. */
function cacheFolder(): string | undefined {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  return existsSync(modules) ? join(modules, '.cache/homeroom') : undefined
}

function writeCache(folder: string, name: string, archive: Uint8Array): string {
  mkdirSync(folder, { recursive: true })
  for (const other of readdirSync(folder)) {
    const path = join(folder, other)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (other.startsWith('database-') && age > keptMs) rmSync(path, { force: true })
  }
  const path = join(folder, name)
  const unfinished = `${path}.${randomUUID()}`
  writeFileSync(unfinished, archive)
  renameSync(unfinished, path)
  return path
}

/**
 * A file with a data directory to start from: the built server's own, else one cached by the migrations' content, else
 * a newly created one.
 */
export async function preparedDatabase(): Promise<string> {
  const built = findBeside('database.tar.gz')
  if (built !== undefined) return built
  const name = `database-${fingerprint()}.tar`
  const folder = cacheFolder()
  if (folder !== undefined && existsSync(join(folder, name))) return join(folder, name)
  const archive = await makePreparedDatabase()
  if (folder !== undefined) {
    try {
      return writeCache(folder, name, archive)
    } catch {
      // A read-only installation: create it in a temporary folder, at every first start.
    }
  }
  return writeCache(mkdtempSync(join(tmpdir(), 'homeroom-')), name, archive)
}
