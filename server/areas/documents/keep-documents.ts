import type { Logger } from 'pino'
import { STORE_KINDS } from '#server/db/schema/stored-files.ts'
import { type BackgroundWork, DAY } from '#server/jobs/background.ts'
import type { JobServices } from '#server/jobs/job.ts'
import { cleanStorage } from '#server/storage/clean-storage.ts'
import { moveFiles } from '#server/storage/move-files.ts'
import type { StoringParts } from './document-parts.ts'

export interface KeepingServices extends JobServices, StoringParts {
  /** Whether no other server can be at work, as on the embedded database. */
  readonly isAlone: boolean
  readonly log: Logger
}

/** Moves documents that are in the database to their store, and cleans up. */
export const keepDocuments: BackgroundWork<KeepingServices> = {
  name: 'documents',
  every: DAY,
  run: async ({ db, clock, documents: { stores, spoolFolder }, isAlone, log }, { signal }) => {
    if (stores.target) {
      // Nobody else can move what is next to an embedded database. Elsewhere an administrator says when (README.md).
      const from = isAlone ? STORE_KINDS : (['table'] as const)
      const { moved, unread } = await moveFiles(db, stores, stores.target, { from, signal })
      if (moved > 0) log.info({ moved, to: stores.target.kind }, 'moved documents')
      for (const name of unread) log.error({ name }, 'a document is missing or damaged')
    }
    signal.throwIfAborted()
    const removed = await cleanStorage(db, stores, spoolFolder, clock())
    if (removed > 0) log.info({ removed }, 'removed files of uploads that did not succeed')
  },
}
