import type { TestProject } from 'vitest/node'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { ensureBuilt } from '../../scripts/lib/build.mjs'

/**
 * Before the projects that drive a browser: the bundles are there and true to the sources. A build that fails is told
 * and left to the tests that start the portal: components can be tested all the same. `MODEL_RUN=machine` (the
 * generated tests without a browser) needs none.
 */
export function setup({ config }: TestProject): void {
  if (process.env.MODEL_RUN === 'machine') return
  try {
    ensureBuilt(config.root)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}
