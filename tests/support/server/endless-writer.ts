import { openDatabase } from '#server/db/database.ts'
import { roles } from '#server/db/schema/users.ts'

/**
 * A process for durability tests: opens a data folder and writes rows forever, one commit each, printing each row's
 * number on a separate line once it is acknowledged. Runs until it is killed.
 */
const [folder, first] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: endless-writer.ts <folder> <first number>')
try {
  const { db } = await openDatabase({ folder })
  for (let id = Number(first); ; id++) {
    await db.insert(roles).values({ id, name: `${id} ${'x'.repeat(5000)}` })
    process.stdout.write(`${id}\n`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`)
  process.exitCode = 1
}
