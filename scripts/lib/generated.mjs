import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { lastChange } from './last-change.mjs'

/** What is made from the code and not committed, below the project's folder. */
export const GENERATED = 'generated'

/** The statecharts as XState JSON and the JSON schemas of their events, two files for each workflow. */
export const GENERATED_WORKFLOWS = `${GENERATED}/workflows`

/** Where the types of events, and what reads them, come from. */
const sources = ['src/machines', 'src/domain', 'src/contract', 'scripts/generate.ts', 'scripts/lib/event-schemas.ts']

/** Written last: its time is that of all files. */
const LAST = 'README.md'

/**
 * Writes the files of the workflows when they are missing or older than their sources. Reading the types of every
 * machine takes about 15 s.
 * @throws Error when they cannot be written, with the output.
 */
export function ensureGenerated(root) {
  const made = lastChange(join(root, GENERATED_WORKFLOWS, LAST))
  if (made >= Math.max(...sources.map((path) => lastChange(join(root, path))))) return
  const { status, stderr, error } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/generate.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`scripts/generate.ts failed:\n${stderr ?? error?.message ?? ''}`)
}
