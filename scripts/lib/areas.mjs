import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './dependencies.mjs'

/**
 * The areas of the server, and files that collect what areas define. Each imports only from rows above its own: what two
 * areas of a row share belongs to one above, and what several of them do together to one below
 * (docs/decisions/order-of-areas.md).
 */
const ROWS = [
  ['address', 'calendar-feed', 'imports', 'mail', 'master-data', 'notifications', 'system'],
  ['accounts', 'organization', 'provider-days', 'services'],
  ['documents', 'login', 'timesheet', 'tracking-labels'],
  ['acl', 'hours', 'live', 'second-factor', 'user'],
  ['students'],
  ['lookups', 'reports', 'schedule', 'search'],
  ['billing', 'day', 'handing-over'],
  ['coming-sessions', 'payroll', 'time-off'],
  ['caseloads', 'invoices', 'providers', 'schedule-print', 'schools'],
  ['corrections', 'home', 'letters'],
  ['lifecycles.ts'],
  ['workflows'],
]

const FOLDER = 'server/areas/'

const IMPORT = /(?:from|import) '([^']+)'/g
const ALIAS = '#server/areas/'

/** What a file imports from areas: `login`, or `lifecycles.ts` for a file that is in none. */
function importedBy(path, text) {
  const imported = [...text.matchAll(IMPORT)].flatMap(([, name]) => {
    if (name.startsWith(ALIAS)) return name.slice(ALIAS.length)
    return name.startsWith('.') ? posix.join(posix.dirname(path), name) : []
  })
  return imported.map((name) => name.split('/', 1)[0])
}

/**
 * @param {ReadonlyMap<string, string>} files texts by path within server/areas, those of tests left out
 * @param {readonly (readonly string[])[]} rows
 * @returns {string[]} what is wrong, by file
 */
export function arrowsUp(files, rows) {
  const rowOf = new Map(rows.flatMap((areas, row) => areas.map((area) => [area, row])))
  const problems = []
  const found = new Set()
  for (const [path, text] of files) {
    const [area, rest] = path.split('/', 2)
    const row = rowOf.get(area)
    // The files that collect what the areas define are below all of them, except for those that an area reads.
    if (row === undefined && rest === undefined) continue
    found.add(area)
    if (row === undefined) continue
    for (const other of importedBy(path, text)) {
      if (other !== area && !((rowOf.get(other) ?? rows.length) < row)) {
        problems.push(`${FOLDER}${path} imports ${other}, which is not above ${area}`)
      }
    }
  }
  for (const area of found) if (!rowOf.has(area)) problems.push(`${FOLDER}${area} is in no row`)
  for (const area of rowOf.keys()) if (!found.has(area)) problems.push(`${FOLDER}${area} has no files`)
  return problems
}

/** @returns {string} what is wrong with the imports between the server's areas; '' for nothing */
export function checkAreas() {
  const folder = join(root, FOLDER)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const files = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  const problems = arrowsUp(files, ROWS)
  return problems.length === 0 ? '' : `${problems.join('\n')}\nThe order of the areas is in scripts/lib/areas.mjs.\n`
}
