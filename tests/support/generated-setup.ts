import type { TestProject } from 'vitest/node'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { ensureGenerated } from '../../scripts/lib/generated.mjs'

/** Before the unit tests: the files that are made from the code are there and as new as the code. */
export function setup({ config }: TestProject): void {
  ensureGenerated(config.root)
}
