import type { TestProject } from 'vitest/node'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { useBuiltThreads } from './built-threads.ts'

/**
 * Before the projects that use a browser, makes sure that the bundles are up to date. A failed build is reported and only
 * fails the tests that start the portal; component tests still run. `MODEL_RUN=machine` (the generated tests without a
 * browser) needs no bundles.
 */
export function setup({ config }: TestProject): void {
  if (process.env.MODEL_RUN === 'machine') return
  try {
    ensureBuilt(config.root)
    useBuiltThreads(config.root)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}
