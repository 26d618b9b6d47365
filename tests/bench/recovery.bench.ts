import { fileURLToPath } from 'node:url'
import { passwordRecoverySend } from '#contract/passwords.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { compareAccounts, TURNS } from './accounts.ts'
import type { Bench, BenchResult } from './bench.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { timedCall } from './turns.ts'

const script = fileURLToPath(new URL('recovery/server.ts', import.meta.url))

const measure = (engine: string, address: string | undefined) =>
  withServers(script, address, async ({ port }: { port: number }) =>
    compareAccounts(`recovery, ${engine}`, async (email) => {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      }
      return (await timedCall(`http://127.0.0.1:${port}${passwordRecoverySend.path}`, request)).ms
    }),
  )

export const bench: Bench = {
  name: 'Forgotten passwords: addresses with and without an account',
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      targets: [embedded.target, ...(postgres ? [postgres.target] : [])],
      notes: [
        `Medians of ${TURNS} requests each, in turns, while the server's worker looks up the users and writes the messages.`,
        ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
      ],
    }
  },
}
