import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const built = process.env.BUILT_THREADS

/**
 * Imports what a worker thread runs. Node's `--import tsx` does not reach worker threads: when run from source, the thread
 * registers tsx itself, which takes up to two seconds of CPU time. Tests name the built server's folder if it is up to
 * date (tests/support/built-threads.ts).
 *
 * @param source the URL of the thread's TypeScript file
 */
export const importThread = async (source) => {
  if (built !== undefined) return import(pathToFileURL(join(built, `${basename(source.pathname, '.ts')}.js`)).href)
  const { register } = await import('tsx/esm/api')
  register()
  return import(source.href)
}
