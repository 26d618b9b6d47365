import { fileURLToPath } from 'node:url'
import { signIn } from '#contract/login.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { compareAccounts, TURNS } from './accounts.ts'
import type { Bench, BenchResult } from './bench.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { timedCall } from './turns.ts'

const script = fileURLToPath(new URL('sign-in/server.ts', import.meta.url))

interface Ports {
  readonly patient: number
  readonly strict: number
}

const measure = (engine: string, url: string | undefined) =>
  withServers(script, url, async ({ patient, strict }: Ports) => {
    let calls = 0
    const asking = (port: number) => async (username: string) => {
      calls += 1
      const request = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // Each call from another address: those of one are logged less often.
          'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
        },
        body: JSON.stringify({ username, password: 'a guess' }),
      }
      return (await timedCall(`http://127.0.0.1:${port}${signIn.path}`, request, [400, 429])).ms
    }
    return [
      await compareAccounts(`wrong password, ${engine}`, asking(patient)),
      await compareAccounts(`too many attempts, ${engine}`, asking(strict)),
    ]
  })

export const bench: Bench = {
  name: 'Refused sign-ins: known and unknown accounts',
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    const measured = [...embedded, ...(postgres ?? [])]
    return {
      rows: measured.flatMap(({ rows }) => rows),
      targets: measured.map(({ target }) => target),
      notes: [
        `Medians of ${TURNS} requests each, in turns, each from another address.`,
        ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
      ],
    }
  },
}
