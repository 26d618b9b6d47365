import { examples } from '#machines/session/idle.examples.ts'
import { idleMachine } from '#machines/session/idle.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/idle',
  machine: idleMachine,
  ...examples,
  project: ({ ago }) => ({ ago }),
  untried: { 'staySignedIn error: 409': 'The call only reads.' },
  states: {},
  browser: {
    because: 'needs the network or browser storage',
    file: 'tests/session/session.test.ts',
    events: {
      'session.use': 'is warned two minutes before an idle session ends, in every tab',
      'session.stay': 'is warned two minutes before an idle session ends, in every tab',
    },
  },
})
