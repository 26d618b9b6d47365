import { connectionMachine } from '#machines/session/connection.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/connection',
  machine: connectionMachine,
  cases: { 'server.reach': 'bare', 'server.miss': 'bare' },
  outcomes: { probeServer: { done: { answered: undefined }, error: commonFailures } },
  project: () => null,
})
