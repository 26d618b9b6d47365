import { examples } from '#machines/schedule/provider-day.examples.ts'
import { providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/provider-day',
  machine: providerDayMachine,
  ...examples,
  project: () => null,
  browser:
    'A lifecycle on the server, without a screen of its own: server/areas/day/day-rules.test.ts covers its refusals.',
})
