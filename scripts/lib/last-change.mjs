import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const isTest = (name) => /\.test\.tsx?$/.test(name)

/** The latest modification below a path, tests excluded, in milliseconds since the epoch; 0 if there are no files. */
export function lastChange(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter((name) => !isTest(name))
    .reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), 0)
}
