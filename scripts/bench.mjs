/**
 * `npm run bench`: runs every benchmark in tests/bench (or only those named: `npm run bench -- week-grid`), prints
 * which targets were met, and writes .bench/results.json. Builds what each benchmark needs.
 */
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureDependencies, root } from './lib/dependencies.mjs'
import { prepare } from './lib/prepare.mjs'

ensureDependencies()
await prepare(root)
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/bench/run.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, CHROMIUM: ensureChromium() },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
