import { examples } from '#machines/schedule/occurrence.examples.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/occurrence',
  machine: occurrenceMachine,
  ...examples,
  project: () => null,
  browser:
    'A lifecycle on the server, without a screen of its own: server/areas/day/day-rules.test.ts covers its refusals.',
})
