import type { TestProject } from 'vitest/node'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { prepare } from '../../scripts/lib/prepare.mjs'

/** Vitest's global setup: writes the modules that are not in the repository. */
export const setup = ({ config }: TestProject): Promise<void> => prepare(config.root)
