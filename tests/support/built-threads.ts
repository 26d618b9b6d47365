import { join } from 'node:path'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { isBuildStale } from '../../scripts/lib/build.mjs'

/**
 * From a build that is up to date, the threads of documents and of the embedded database start in a fifth of the time
 * that their sources take. Call it before the test files start: they inherit the variable.
 */
export const useBuiltThreads = (root: string): void => {
  if (!isBuildStale(root)) process.env.BUILT_THREADS = join(root, 'dist/server')
}
