// Node's `--import tsx` does not reach worker threads: when run from source, the thread registers tsx itself.
import { register } from 'tsx/esm/api'

register()
export const {
  fillLetter,
  printSchedule,
  readLetterTemplate,
  readSheet,
  writeInvoice,
  writeLetterPdf,
  writeReport,
  writeSheet,
} = await import('./document-worker.ts')
