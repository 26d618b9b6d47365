/** Which tables someone has read: a hash of each, so that `vitest -u` alone can't accept a change. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const folder = join(import.meta.dirname, '..')
const REVIEWED = join(folder, 'reviewed.json')

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Hashes by the tables' paths in tests/model/. */
export const readReviewed = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(REVIEWED, 'utf8')))))

/** The stored tables' paths in tests/model/. */
export const tables = (): string[] =>
  ['behavior', 'requests'].flatMap((kind) => readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`)).sort()

const currentHash = (table: string): string => hashOf(readFileSync(join(folder, table), 'utf8'))

/** Those that changed since someone read them. */
export const unreviewed = (): string[] => {
  const reviewed = readReviewed()
  return tables().filter((table) => reviewed.get(table) !== currentHash(table))
}

/** Accepts these as they are now, and forgets those that are gone. */
export const accept = (accepted: readonly string[]): void => {
  const reviewed = readReviewed()
  const hashes = tables().map((table) => [table, accepted.includes(table) ? currentHash(table) : reviewed.get(table)])
  writeFileSync(REVIEWED, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`)
}
