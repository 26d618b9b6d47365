/**
 * `npm run reviewed`: shows how the model tests' tables changed since someone read them, and with names, such as
 * `npm run reviewed sign-in`, accepts these.
 */
import { spawnSync } from 'node:child_process'
import { accept, tables, unreviewed } from '#tests/model/harness/reviewed.ts'
import { root } from './lib/dependencies.mjs'

const names = process.argv.slice(2)
const isNamed = (table: string) => names.some((name) => table.endsWith(`/${name}.txt`))
const unknown = names.filter((name) => !tables().some((table) => table.endsWith(`/${name}.txt`)))
if (unknown.length > 0) {
  process.stderr.write(`No table of ${unknown.join(', ')} in tests/model/\n`)
  process.exit(1)
}
const changed = unreviewed().filter((table) => names.length === 0 || isNamed(table))
/** The commit that accepted tables last. */
const { stdout: accepted } = spawnSync('git', ['log', '-1', '--format=%H', '--', 'tests/model/reviewed.json'], {
  cwd: root,
  encoding: 'utf8',
})
for (const table of changed) {
  const since = accepted.trim() || 'HEAD'
  spawnSync('git', ['--no-pager', 'diff', since, '--', `tests/model/${table}`], { cwd: root, stdio: 'inherit' })
}
if (changed.length === 0) process.stdout.write('No table changed\n')
else if (names.length === 0)
  process.stdout.write(`Changed: ${changed.join(', ')}\nTo accept one: npm run reviewed <name>\n`)
else {
  accept(changed)
  process.stdout.write(`Accepted: ${changed.join(', ')}\n`)
}
