import type { TestProject } from 'vitest/node'
import { ensureBuilt } from './build.ts'

/**
 * Before the projects that drive a browser: the bundles are there and true to the sources. `MODEL_RUN=machine` (the
 * generated tests without a browser) needs none.
 */
export function setup({ config }: TestProject): void {
  if (process.env.MODEL_RUN !== 'machine') ensureBuilt(config.root)
}
