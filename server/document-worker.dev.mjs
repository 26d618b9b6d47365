// Node's `--import tsx` does not reach worker threads: when run from source, the thread registers tsx itself, which takes
// two seconds of CPU time. Tests name the built server's folder if it is up to date (tests/support/built-threads.ts).
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const built = process.env.BUILT_THREADS
if (built === undefined) {
  const { register } = await import('tsx/esm/api')
  register()
}
export const {
  fillLetter,
  printSchedule,
  readLetterTemplate,
  readSheet,
  writeInvoice,
  writeLetterPdf,
  writeReport,
  writeSheet,
} = await import(built === undefined ? './document-worker.ts' : pathToFileURL(join(built, 'document-worker.js')).href)
