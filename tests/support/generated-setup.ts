import type { TestProject } from 'vitest/node'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { ensureGenerated } from '../../scripts/lib/generated.mjs'

/** Before the unit tests, makes sure that the generated files are up to date. */
export function setup({ config }: TestProject): void {
  ensureGenerated(config.root)
}
