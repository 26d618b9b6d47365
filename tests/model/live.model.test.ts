import { examples } from '#machines/session/live.examples.ts'
import { liveMachine } from '#machines/session/live.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const JOURNEY = 'a change by someone else appears in every tab within a second, without a second stream'
const LATE = 'says when others’ changes come late, and when they come at once again'

modelTests({
  name: 'session/live',
  machine: liveMachine,
  ...examples,
  project: ({ lastId, failures, isBehind }) => ({ lastId, failures, isBehind }),
  states: {
    'leading.polling': ({ context }) => {
      if (context.failures < 3) throw new Error('the stream was given up too early')
    },
  },
  browser: {
    because: 'needs the network or browser storage',
    file: 'tests/screens/live-changes.test.ts',
    events: {
      'lead.gain': JOURNEY,
      'leader.broadcast': JOURNEY,
      'stream.open': JOURNEY,
      'stream.tell': JOURNEY,
      'stream.beat': JOURNEY,
      'stream.reset': LATE,
      'stream.lose': LATE,
      'network.return': LATE,
      'computer.wake': LATE,
    },
  },
})
