/**
 * `npm run rotate-ssn-keys`: encrypts stored Social Security numbers with the first of SSN_KEYS, while servers run on the
 * same database. Takes the servers' settings. Exits with 1 if some numbers could not be opened.
 */
import { rotateSsnKeys } from './areas/providers/rotate-ssn-keys.ts'
import { SsnVault } from './areas/providers/ssn-vault.ts'
import { readSettings, type Settings, SettingsError } from './config.ts'
import { openDatabase } from './db/database.ts'
import { DataFolderError } from './db/errors.ts'
import { reasonOf } from './start-failure.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function rotate({ ssnKeys, database: where }: Settings): Promise<number> {
  if (!ssnKeys) throw new SettingsError('Set SSN_KEYS to the keys of the servers, the newest first.')
  const database = await openDatabase(where)
  try {
    const { rotated, unopened } = await rotateSsnKeys(database.db, new SsnVault(ssnKeys))
    say(`${rotated} Social Security numbers are now encrypted with the key ${ssnKeys[0].id}.`)
    for (const [key, numbers] of unopened) {
      say(`${numbers} with the key ${key} could not be opened: it is missing from SSN_KEYS, or the rows were changed.`)
    }
    return unopened.size === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

let settings: Partial<Settings> = {}
try {
  const parsed = readSettings(process.argv.slice(2), process.env)
  settings = parsed
  process.exitCode = await rotate(parsed)
} catch (error) {
  const hint =
    error instanceof DataFolderError ? ' A server with an embedded database rotates its keys when it starts.' : ''
  process.stderr.write(`homeroom: ${reasonOf(error, settings)}${hint}\n`)
  process.exitCode = 1
}
