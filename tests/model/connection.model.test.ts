import { examples } from '#machines/session/connection.examples.ts'
import { connectionMachine } from '#machines/session/connection.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/connection',
  machine: connectionMachine,
  ...examples,
  project: () => null,
  browser: 'The network itself goes: tests/session/session.test.ts cuts the connection and brings it back.',
})
