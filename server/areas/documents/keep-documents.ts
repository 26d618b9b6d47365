/** What a server does about documents on its own: moves those in the database to their store, and cleans up. */
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { repeat } from '#server/jobs/repeat.ts'
import { cleanStorage } from '#server/storage/clean-storage.ts'
import { moveFiles } from '#server/storage/move-files.ts'
import { STORE_KINDS } from '#server/storage/storage.ts'
import { type StoreSettings, Stores } from '#server/storage/stores.ts'

/** In milliseconds. */
const EVERY = 24 * 3_600_000

interface Kept {
  readonly settings: StoreSettings & { readonly spoolFolder: string }
  readonly clock: () => Date
  readonly log: Logger
}

async function keep({ db, engine }: Database, { settings, clock, log }: Kept): Promise<void> {
  const stores = new Stores(db, settings)
  if (stores.target) {
    // Nobody else can move what is next to an embedded database. Elsewhere an administrator says when (README.md).
    const from = engine === 'embedded' ? STORE_KINDS : (['table'] as const)
    const { moved, unread } = await moveFiles(db, stores, stores.target, { from })
    if (moved > 0) log.info({ moved, to: stores.target.kind }, 'moved documents')
    for (const name of unread) log.error({ name }, 'a document is missing or damaged')
  }
  const removed = await cleanStorage(db, stores, settings.spoolFolder, clock())
  if (removed > 0) log.info({ removed }, 'removed files of uploads that did not succeed')
}

/**
 * Does so now and daily. Several servers may do so on one database.
 *
 * @returns a function that ends it
 */
export const keepDocuments = (database: Database, kept: Kept): (() => void) =>
  repeat(
    EVERY,
    () => keep(database, kept),
    (error) => kept.log.error({ err: error }, 'could not move documents or clean up after them'),
  )
