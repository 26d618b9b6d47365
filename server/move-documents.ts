/**
 * `npm run move-documents`: moves documents to where new ones go (DOCUMENT_STORE), from the folder to the bucket or back,
 * while servers run on the same database. Takes the servers' settings. Exits with 1 if some documents could not be read.
 */
import { readSettings, type Settings, SettingsError } from './config.ts'
import { openDatabase } from './db/database.ts'
import { DataFolderError } from './db/errors.ts'
import { reasonOf } from './start-failure.ts'
import { moveFiles } from './storage/move-files.ts'
import { STORE_KINDS } from './storage/storage.ts'
import { Stores } from './storage/stores.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** After how many documents the progress is told. */
const STEP = 100

async function move({ documents, database: where }: Settings): Promise<number> {
  const database = await openDatabase(where)
  try {
    const stores = new Stores(database.db, documents)
    const { target } = stores
    if (!target) throw new SettingsError('Set DOCUMENTS_FOLDER or S3_ENDPOINT to say where documents are kept.')
    const tell = (moved: number) => {
      if (moved % STEP === 0) say(`${moved} documents so far`)
    }
    const { moved, unread } = await moveFiles(database.db, stores, target, { from: STORE_KINDS, tell })
    say(`${moved} documents were moved to the ${target.kind === 's3' ? 'bucket' : 'folder'}.`)
    for (const name of unread) say(`${name} is missing or damaged, and stays where it is.`)
    return unread.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

let settings: Partial<Settings> = {}
try {
  const parsed = readSettings(process.argv.slice(2), process.env)
  settings = parsed
  process.exitCode = await move(parsed)
} catch (error) {
  const hint =
    error instanceof DataFolderError ? ' A server with an embedded database moves its documents when it starts.' : ''
  process.stderr.write(`homeroom: ${reasonOf(error, settings)}${hint}\n`)
  process.exitCode = 1
}
