/**
 * `npm run rotate-ssn-keys`: encrypts stored Social Security numbers with the first of SSN_KEYS, while servers run on the
 * same database. Takes the servers' settings. Exits with 1 if some numbers could not be opened.
 */
import { rotateSsnKeys } from './areas/providers/rotate-ssn-keys.ts'
import { SsnVault } from './areas/providers/ssn-vault.ts'
import { runCommand, say } from './command.ts'
import { SettingsError } from './config.ts'

await runCommand(({ ssnKeys }) => {
  if (!ssnKeys) throw new SettingsError('Set SSN_KEYS to the keys of the servers, the newest first.')
  return async ({ db }) => {
    const { rotated, unopened } = await rotateSsnKeys(db, new SsnVault(ssnKeys))
    say(`${rotated} Social Security numbers are now encrypted with the key ${ssnKeys[0].id}.`)
    for (const [key, numbers] of unopened) {
      say(`${numbers} with the key ${key} could not be opened: it is missing from SSN_KEYS, or the rows were changed.`)
    }
    return unopened.size === 0 ? 0 : 1
  }
}, 'A server with an embedded database rotates its keys when it starts.')
