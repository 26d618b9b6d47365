import { PTO_REQUEST_STATES, type PtoRequestFacts, ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type PtoRequestWorld, ptoRequestInBrowser } from './pto-request.browser.ts'

const facts: Record<string, PtoRequestFacts> = {
  'who asked': { by: 'Providers', isOwn: true },
  'another provider': { by: 'Providers', isOwn: false },
  'an administrator': { by: 'Administrators', isOwn: false },
}

/** Every state as it may be stored, asked by each. */
const stored = Object.fromEntries(
  PTO_REQUEST_STATES.flatMap((value) =>
    Object.entries(facts).map(([by, context]) => [`${value}, ${by}`, { value, context }]),
  ),
)

modelTests<typeof ptoRequestMachine, PtoRequestWorld>({
  name: 'time-off/pto-request',
  machine: ptoRequestMachine,
  inputs: facts,
  stored,
  cases: {
    'request.edit': 'bare',
    'request.withdraw': 'bare',
    'request.accept': 'bare',
    'request.reject': {
      'with a note': { note: 'Too many are away' },
      'with the longest note': { note: 'x'.repeat(250) },
      'without a note': { note: ' ' },
      'with too long a note': { note: 'x'.repeat(251) },
    },
  },
  project: () => null,
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: ptoRequestInBrowser() }),
})
