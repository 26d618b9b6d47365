import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { idleMachine } from './idle.machine.ts'

const MINUTE = 60_000

export const examples = {
  inputs: { 'an hour without a call': { limit: 60 * MINUTE } },
  cases: {
    'session.use': {
      'a call': { ago: 0 },
      'a call in another tab': { ago: 5 * MINUTE },
      'nothing for 57 minutes': { ago: 57 * MINUTE },
      'nothing for hours': { ago: 180 * MINUTE },
    },
    'session.stay': 'bare',
  },
  outcomes: { staySignedIn: { done: { answered: undefined }, error: commonFailures } },
} satisfies Examples<typeof idleMachine>
