import { importThread } from '#server/import-thread.dev.mjs'

export const {
  fillLetter,
  printSchedule,
  readLetterTemplate,
  readSheet,
  writeInvoice,
  writeLetterPdf,
  writeReport,
  writeSheet,
} = await importThread(new URL('./document-worker.ts', import.meta.url))
