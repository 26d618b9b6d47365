import { fileURLToPath } from 'node:url'
import { sessionSchema, signIn } from '#contract/login.ts'
import { getNeedsYou } from '#contract/needs-you.ts'
import { findRecords } from '#contract/search.ts'
import { DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type Bench, type BenchResult, median, type Row, type Target } from './bench.ts'
import { SCHOOLS, STUDENTS } from './lists/data.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { timedCall } from './turns.ts'

const TURNS = 21
const WARM_UPS = 3
const ANSWERED = 'answered, ms'
const SLOWEST = 'slowest, ms'
/** The longest acceptable wait for what a letter finds. */
const SEARCH_AT_MOST = 100
/** The counts load beside the calendar and are waited for by nobody. */
const COUNTS_AT_MOST = 500

/** What is typed: common letters, part of a name, a name in full, a date, and words that find nothing. */
const WORDS = ['a', 'ñez-19', 'Fatima Rahman', 'morning', '11/19/2026', 'no one is called this']

interface Ports {
  portal: number
  token: string
}

const script = fileURLToPath(new URL('lists/server.ts', import.meta.url))

const post = (token: string, body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', token },
  body: JSON.stringify(body),
})

const measure = (engine: string, address: string | undefined): Promise<{ rows: Row[]; targets: Target[] }> =>
  withServers(script, address, async ({ portal, token: administrator }: Ports) => {
    const urlOf = (path: string) => `http://127.0.0.1:${portal}${path}`
    const { email: username, password } = DEMO_PROVIDER
    const signedIn = await timedCall(urlOf(signIn.path), post('', { username, password, rememberme: false }))
    const provider = sessionSchema.parse(signedIn.data).accessToken
    const rows: Row[] = []
    const targets: Target[] = []
    const time = async (name: string, ask: () => Promise<{ ms: number }>, atMost: number) => {
      for (let turn = 0; turn < WARM_UPS; turn += 1) await ask()
      const times: number[] = []
      for (let turn = 0; turn < TURNS; turn += 1) times.push((await ask()).ms)
      const value = median(times)
      rows.push({ name: `${name}, ${engine}`, values: { [ANSWERED]: value, [SLOWEST]: Math.max(...times) } })
      targets.push({ name: `${name}, ${engine}`, value, unit: 'ms', atMost })
    }
    for (const [role, token] of [
      ['administrator', administrator],
      ['provider', provider],
    ] as const) {
      for (const words of WORDS) {
        const ask = () => timedCall(urlOf(findRecords.path), post(token, { words, recent: [] }))
        await time(`search for "${words}", ${role}`, ask, SEARCH_AT_MOST)
      }
      const counts = () => timedCall(urlOf(getNeedsYou.path), { headers: { token } })
      await time(`what needs the ${role}`, counts, COUNTS_AT_MOST)
    }
    return { rows, targets }
  })

export const bench: Bench = {
  name: `Search and counts of the Home Page, with ${STUDENTS.toLocaleString('en')} students and ${SCHOOLS.toLocaleString('en')} schools`,
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      // The embedded engine's results are only shown; the targets are for PostgreSQL.
      targets: postgres?.targets ?? [],
      notes: [
        `Medians of ${TURNS} requests, one after the other; client, server and database share this machine.`,
        ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
      ],
    }
  },
}
