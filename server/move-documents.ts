/**
 * `npm run move-documents`: moves documents to where new ones go (DOCUMENT_STORE), from the folder to the bucket or back,
 * while servers run on the same database. Takes the servers' settings. Exits with 1 if some documents could not be read.
 */
import { runCommand, say } from './command.ts'
import { SettingsError } from './config.ts'
import { STORE_KINDS } from './db/schema/stored-files.ts'
import { moveFiles } from './storage/move-files.ts'
import { Stores } from './storage/stores.ts'

/** After how many documents the progress is told. */
const STEP = 100

const tell = (moved: number) => {
  if (moved % STEP === 0) say(`${moved} documents so far`)
}

await runCommand(
  ({ documents }) =>
    async ({ db }) => {
      const stores = new Stores(db, documents)
      const { target } = stores
      if (!target) throw new SettingsError('Set DOCUMENTS_FOLDER or S3_ENDPOINT to say where documents are kept.')
      const { moved, unread } = await moveFiles(db, stores, target, { from: STORE_KINDS, tell })
      say(`${moved} documents were moved to the ${target.kind === 's3' ? 'bucket' : 'folder'}.`)
      for (const name of unread) say(`${name} is missing or damaged, and stays where it is.`)
      return unread.length === 0 ? 0 : 1
    },
  'A server with an embedded database moves its documents when it starts.',
)
