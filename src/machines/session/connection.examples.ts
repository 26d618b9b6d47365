import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { connectionMachine } from './connection.machine.ts'

export const examples = {
  cases: {
    'server.reach': {
      'a call sent since then': { startedAt: 2_000 },
      'a call sent at that moment': { startedAt: 1_500 },
      'the late response to an earlier call': { startedAt: 1_000 },
    },
    'changes.delay': 'bare',
    'changes.flow': 'bare',
    'server.miss': { 'a call without a response': { at: 1_500 }, 'a later one': { at: 1_800 } },
  },
  outcomes: { probeServer: { done: { answered: undefined }, error: commonFailures } },
} satisfies Examples<typeof connectionMachine>
