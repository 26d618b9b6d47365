import { examples } from '#machines/session/connection.examples.ts'
import { connectionMachine } from '#machines/session/connection.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/connection',
  machine: connectionMachine,
  ...examples,
  project: ({ missedAt }) => ({ missedAt }),
  browser: {
    because: 'needs the network or browser storage',
    file: 'tests/screens/live-changes.test.ts',
    events: {
      'changes.delay': 'says when others’ changes come late, and when they come at once again',
      'changes.flow': 'says when others’ changes come late, and when they come at once again',
      'server.miss': 'continues while the server is unreachable; a discreet banner appears and disappears',
      'server.reach': 'continues while the server is unreachable; a discreet banner appears and disappears',
    },
  },
})
