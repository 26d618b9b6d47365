// Node's `--import tsx` does not reach into worker threads: run from its source, the thread registers tsx itself.
import { register } from 'tsx/esm/api'

register()
export const { printSchedule, readSheet, writeReport, writeSheet } = await import('./document-worker.ts')
