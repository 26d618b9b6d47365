import { examples } from '#machines/schedule/session-choices.examples.ts'
import { sessionChoicesMachine } from '#machines/schedule/session-choices.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/session-choices',
  machine: sessionChoicesMachine,
  ...examples,
  project: ({ chosen, schools, rate, message }) => ({ chosen, schools: schools.length, rate, message }),
  states: {
    'rates.noSchool': ({ context: { chosen, services, rate } }) => {
      if (chosen.serviceId || services.length > 0 || rate) throw new Error('a service is left without a school')
    },
    'lists.failed': ({ context }) => context.message,
  },
  browser: 'A part of the session form: tests/screens/session-form.test.ts chooses from its lists.',
})
