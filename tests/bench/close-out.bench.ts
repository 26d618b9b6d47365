import { fileURLToPath } from 'node:url'
import { lockOutPeriod, readCloseOut, unlockPeriod } from '#contract/billing.ts'
import type { Row, Target } from './bench.ts'
import { median } from './bench.ts'
import { EARLIER, PERIOD, PROVIDERS } from './billing/data.ts'
import { withServers } from './server-process.ts'
import { comparison, type Server, takeTurns, timedCall, warmUp } from './turns.ts'

const TURNS = 9
const LOCKS = 5
const AT_MOST = 1.5
const TIME = 'ms each'

interface Ports extends Record<Server, number> {
  token: string
}

const script = fileURLToPath(new URL('billing/servers.ts', import.meta.url))

const measure = (engine: string, url: string | undefined): Promise<{ rows: Row[]; target: Target }> =>
  withServers(script, url, async ({ token, ...ports }: Ports) => {
    const post = async (path: string, body: object, server: Server = 'portal') => {
      const request = {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      return timedCall(`http://127.0.0.1:${ports[server]}${path}`, request)
    }
    const read = async (server: Server) => (await post(readCloseOut.path, { startDate: PERIOD.startDate }, server)).ms
    await warmUp(read)
    const { portal, raw } = await takeTurns(TURNS, read)
    const locks: number[] = []
    for (let turn = 0; turn < LOCKS; turn += 1) {
      const { ms, data } = await post(lockOutPeriod.path, EARLIER)
      locks.push(ms)
      await post(unlockPeriod.path, { id: lockOutPeriod.data.parse(data).id, reason: 'Measured' })
    }
    return {
      rows: [
        { name: `Homeroom, ${engine}`, values: { [TIME]: portal } },
        { name: `raw SQL behind node:http, ${engine}`, values: { [TIME]: raw } },
        { name: `locking ${PROVIDERS * 10} approved days, ${engine}`, values: { [TIME]: median(locks) } },
      ],
      target: {
        name: `the dry run of a half-month vs. raw SQL, ${engine}`,
        value: portal / raw,
        unit: '×',
        atMost: AT_MOST,
      },
    }
  })

export const bench = comparison({
  name: 'Closing a half-month in a quarter of 104,000 sessions',
  measure,
  notes: [
    `Medians of ${TURNS} dry runs each, alternating, one at a time, and of ${LOCKS} lockings; client, server and database share this machine.`,
    'The raw server reads the open days, and the lines of the half-month and the two before with rates and fees. It adds up no totals.',
  ],
})
