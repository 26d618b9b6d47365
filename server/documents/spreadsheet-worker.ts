/** The thread that reads and writes spreadsheets: it may take long, and be ended, without a request waiting for it. */
import { parentPort } from 'node:worker_threads'
import { readSheet } from './read-sheet.ts'
import { SheetRefusal } from './sheet.ts'
import type { SheetAnswer, SheetJob } from './spreadsheet.ts'
import { writeSheet } from './write-sheet.ts'

function answer(job: SheetJob): SheetAnswer {
  try {
    if (job.type === 'read') return { type: 'done', result: readSheet(job.bytes, job.limits) }
    return { type: 'done', result: writeSheet(job.sheet) }
  } catch (error) {
    if (error instanceof SheetRefusal) return { type: 'refused', message: error.message }
    return { type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (job: SheetJob) => parentPort?.postMessage(answer(job)))
