import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { applyPlaces } from '#server/seed/reference-data.ts'
import { migrationsFolder } from './migrate.ts'
import { makePreparedDatabase } from './prepared-database.ts'

/**
 * A build step, run from source after the server is bundled: copies the migrations next to it, and prepares a data
 * directory, which cuts a first start from five seconds to one.
 */
const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('Usage: build-database.ts <folder of the built server>')
cpSync(migrationsFolder(), join(target, 'migrations'), { recursive: true })
writeFileSync(join(target, 'database.tar.gz'), gzipSync(await makePreparedDatabase(applyPlaces)))
