import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { lastChange } from './last-change.mjs'

/** Generated from the code and not committed. */
export const GENERATED = 'generated'

/** The statecharts as XState JSON and the JSON schemas of their events, two files per workflow. */
export const GENERATED_WORKFLOWS = `${GENERATED}/workflows`

/** Sources of the event types and of the generator. */
const sources = ['src/machines', 'src/domain', 'src/contract', 'scripts/generate.ts', 'scripts/lib/event-schemas.ts']

/** Written last, so its modification time dates all files. */
const LAST = 'README.md'

/**
 * Writes the workflow files when they are missing or older than their sources. Takes about 15 s, mostly type checking.
 * @throws Error with the output when it fails
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
