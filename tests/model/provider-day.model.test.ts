import { examples } from '#machines/schedule/provider-day.examples.ts'
import { providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { modelTests } from './harness/model-tests.ts'

/** Every call that changes a day. */
const CALLS = '$name > on a day that is %s'
const PERIODS = '%s > on a day that is %s'

modelTests({
  name: 'schedule/provider-day',
  machine: providerDayMachine,
  ...examples,
  project: () => null,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/day/day-rules.test.ts',
    events: {
      'sessions.change': CALLS,
      'hours.change': CALLS,
      'hours.confirm': CALLS,
      'day.approve': CALLS,
      'day.reject': CALLS,
      'day.reopen': CALLS,
      'period.lock': PERIODS,
      'period.unlock': PERIODS,
      'correction.open': PERIODS,
      'correction.approve': PERIODS,
      'correction.cancel': PERIODS,
    },
  },
})
