/** The same request for accounts that exist and for those that don't: how long an answer takes must not tell. */
import { DEMO_ACCOUNTS } from '#server/seed/demo-accounts.ts'
import { median, type Row, type Target } from './bench.ts'

export const TURNS = 300
const WARM_UPS = 20
const ANSWERED = 'answered, ms'
/** Less than what other load on the machine does to either. */
const RATIO_AT_MOST = 1.15

/**
 * Medians in ms. Known and unknown accounts take turns, so that other load on the machine affects both.
 *
 * @param what is asked: 'recovery, PostgreSQL'
 * @param ask makes one request and returns its duration in ms
 */
export const compareAccounts = async (
  what: string,
  ask: (email: string) => Promise<number>,
): Promise<{ rows: Row[]; target: Target }> => {
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
      { name: `${what}, a known account`, values: { [ANSWERED]: one } },
      { name: `${what}, an unknown one`, values: { [ANSWERED]: other } },
    ],
    target: {
      name: `${what}, the slower of the two compared with the faster`,
      value: Math.max(one, other) / Math.min(one, other),
      unit: '×',
      atMost: RATIO_AT_MOST,
    },
  }
}
