import type { TestProject } from 'vitest/node'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { prepareIcons } from '../../scripts/lib/icons.mjs'

/** Vitest's global setup: writes the modules of icons, which are not in the repository. */
export const setup = ({ config }: TestProject): void => prepareIcons(config.root)
