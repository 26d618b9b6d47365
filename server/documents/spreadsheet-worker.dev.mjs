// Node's `--import tsx` does not reach into worker threads: run from its source, the thread registers tsx itself.
import { register } from 'tsx/esm/api'

register()
await import('./spreadsheet-worker.ts')
