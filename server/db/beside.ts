import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The first of these files or folders that exists, next to this module or one folder up: sources are in server/db, the
 * built server's files in dist/server, in whichever chunk this code ends up.
 */
export function findBeside(...names: string[]): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url))
  for (const name of names) {
    for (const folder of [here, dirname(here)]) {
      const path = join(folder, name)
      if (existsSync(path)) return path
    }
  }
  return undefined
}
