// As in document-worker.dev.mjs.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const built = process.env.BUILT_THREADS
if (built === undefined) {
  const { register } = await import('tsx/esm/api')
  register()
}
await import(built === undefined ? './embedded-worker.ts' : pathToFileURL(join(built, 'embedded-worker.js')).href)
