import { examples } from '#machines/schedule/filter-options.examples.ts'
import { filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/filter-options',
  machine: filterOptionsMachine,
  ...examples,
  project: ({ filters: { schoolId }, studentWords, options: { schools } }) => ({
    schoolId,
    studentWords,
    hasOptions: schools.length > 0,
  }),
  states: {
    ready: ({ context: { options: offered } }) => {
      if (offered.schools.length === 0) throw new Error('there are no options')
    },
  },
  browser: "These are the options of the calendar's filters: tests/screens/calendars.test.ts chooses from them.",
})
