import { fileURLToPath } from 'node:url'
import { passwordRecoverySend } from '#contract/login.ts'
import { DEMO_ACCOUNTS } from '#server/seed/demo-accounts.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type Bench, type BenchResult, median, type Row, type Target } from './bench.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { timedCall } from './turns.ts'

const TURNS = 300
const WARM_UPS = 20
const ANSWERED = 'answered, ms'
/** Less than what other load on the machine does to either. */
const RATIO_AT_MOST = 1.15

const script = fileURLToPath(new URL('recovery/server.ts', import.meta.url))

const measure = (engine: string, address: string | undefined): Promise<{ rows: Row[]; target: Target }> =>
  withServers(script, address, async ({ port }: { port: number }) => {
    const ask = async (email: string) => {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      }
      return (await timedCall(`http://127.0.0.1:${port}${passwordRecoverySend.path}`, request)).ms
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let turn = 0; turn < WARM_UPS + TURNS; turn += 1) {
      const account = DEMO_ACCOUNTS[turn % DEMO_ACCOUNTS.length]?.email ?? ''
      const pair = [await ask(account), await ask(account.replace('@', '-nobody@'))] as const
      if (turn < WARM_UPS) continue
      known.push(pair[0])
      unknown.push(pair[1])
    }
    const [one, other] = [median(known), median(unknown)]
    return {
      rows: [
        { name: `recovery, an address with an account, ${engine}`, values: { [ANSWERED]: one } },
        { name: `recovery, an address without one, ${engine}`, values: { [ANSWERED]: other } },
      ],
      target: {
        name: `recovery, the slower address compared with the faster, ${engine}`,
        value: Math.max(one, other) / Math.min(one, other),
        unit: '×',
        atMost: RATIO_AT_MOST,
      },
    }
  })

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
