import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { connectionMachine } from './connection.machine.ts'

export const examples = {
  cases: { 'server.reach': 'bare', 'server.miss': 'bare' },
  outcomes: { probeServer: { done: { answered: undefined }, error: commonFailures } },
} satisfies Examples<typeof connectionMachine>
