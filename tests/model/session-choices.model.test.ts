import { examples } from '#machines/schedule/session-choices.examples.ts'
import { sessionChoicesMachine } from '#machines/schedule/session-choices.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/session-choices',
  machine: sessionChoicesMachine,
  ...examples,
  project: ({ ratesQuery, rate, message }) => ({
    ratesQuery,
    hasRate: rate !== null,
    hasFailed: message !== undefined,
  }),
  states: {
    'rates.noSchool': ({ context: { ratesQuery, services, rateTypes, rate } }) => {
      if (ratesQuery || services.length > 0 || rateTypes.length > 0 || rate)
        throw new Error('services are offered without a school')
    },
    'rates.loading': ({ context: { rate } }) => {
      if (rate !== null) throw new Error("another school's rate is shown")
    },
  },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/session-form.test.ts',
    events: {
      'provider.choose': 'follow from the school, the service, and the provider',
      'place.choose': 'follow from the school, the service, and the provider',
      'choices.retry': 'lists, rates, and a caseload that could not be loaded can be retried',
    },
  },
})
