import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { applyPlaces } from '#server/seed/reference-data.ts'
import { SNAPSHOT } from './migrate.ts'
import { makePreparedDatabase } from './prepared-database.ts'

/**
 * A build step, run from the project's folder with the server bundled: copies the migrations next to it, and prepares a
 * data directory, which cuts a first start from five seconds to one.
 */
const target = 'dist/server'
cpSync('server/db/migrations', join(target, 'migrations'), {
  recursive: true,
  filter: (path) => !path.endsWith(SNAPSHOT),
})
writeFileSync(join(target, 'database.tar.gz'), gzipSync(await makePreparedDatabase(applyPlaces)))
