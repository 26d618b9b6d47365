/** Commands that work on a server's database beside it, with its settings. */
import { readSettings, type Settings } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { DataFolderError } from './db/errors.ts'
import { reasonOf } from './start-failure.ts'

export const say = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Runs a command; a failure is told in one line, and ends the process with 1.
 *
 * @param work checks its settings, and returns what to do with the open database, which returns the exit code
 * @param embedded what a server with an embedded database, which nobody else can open, does instead
 */
export async function runCommand(
  work: (settings: Settings) => (database: Database) => Promise<number>,
  embedded: string,
): Promise<void> {
  let settings: Partial<Settings> = {}
  try {
    const parsed = readSettings(process.argv.slice(2), process.env)
    settings = parsed
    const run = work(parsed)
    const database = await openDatabase(parsed.database)
    try {
      process.exitCode = await run(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    const hint = error instanceof DataFolderError ? ` ${embedded}` : ''
    process.stderr.write(`homeroom: ${reasonOf(error, settings)}${hint}\n`)
    process.exitCode = 1
  }
}
