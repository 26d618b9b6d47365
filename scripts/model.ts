/**
 * `npm run test:model [name ...]`: runs the tests generated from the statecharts, on the machine and in Chromium, for
 * all workflows or those named (`schedule/calendar` or `calendar`). Prints the coverage table.
 * Arguments that begin with a dash go to Vitest: `-- -u` updates the behavior tables and docs/workflows/coverage.md, which
 * are compared otherwise.
 * `npm run test:mutants [name ...]`: applies each mutation to the machines, one at a time, then plants the mistakes of
 * tests/model/planted/ in screens and services, and prints which ones the tests caught. `-- --machines` leaves out the
 * mistakes (half a minute each). `-- --planted [name ...]` only plants mistakes: all, or those of the named workflows, kinds
 * or mistakes.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '#workflows/catalog.ts'
import { machineOf } from '#workflows/coverage/coverage.ts'
import { ensureChromium } from './lib/chromium.mjs'
import { root } from './lib/dependencies.mjs'

const ENDING = '.model.test.ts'
const shortNames = catalog.map(({ name }) => name.split('/').at(-1) ?? name)
const [kind, ...rest] = process.argv.slice(2)
const OWN_FLAGS = ['--planted', '--machines']
const asked = rest.filter((argument) => !argument.startsWith('-'))
const flags = rest.filter((argument) => argument.startsWith('-') && !OWN_FLAGS.includes(argument))
const plantMistakes = async () => {
  const { plant } = await import('./lib/planted.ts')
  return plant(asked)
}
if (rest.includes('--planted')) process.exit((await plantMistakes()) ? 0 : 1)
const wanted = asked.map((name) => name.split('/').at(-1) ?? name)
const unknown = wanted.filter((name) => !shortNames.includes(name))
if (unknown.length > 0) throw new Error(`There is no workflow named ${unknown.join(', ')}.`)

const files = readdirSync(join(root, 'tests/model'))
  .filter((file) => file.endsWith(ENDING))
  .filter((file) => {
    const description = file.slice(0, -ENDING.length)
    const machine = machineOf(description, shortNames)
    // Mutants run only on a machine's first test file.
    if (kind === 'mutants' && description !== machine) return false
    return wanted.length === 0 || (machine !== undefined && wanted.includes(machine))
  })
  .map((file) => `tests/model/${file}`)

const env = kind === 'mutants' ? { MODEL_RUN: 'mutants' } : { CHROMIUM: ensureChromium() }
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'model', ...files, ...flags],
  { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' },
)
process.exitCode = status ?? 1
if (kind === 'mutants' && !rest.includes('--machines') && !(await plantMistakes())) process.exitCode = 1
