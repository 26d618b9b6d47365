import { examples } from '#machines/session/connection.examples.ts'
import { connectionMachine } from '#machines/session/connection.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/connection',
  machine: connectionMachine,
  ...examples,
  project: () => null,
  browser: 'Needs a real network failure: tests/session/session.test.ts cuts the connection and restores it.',
})
