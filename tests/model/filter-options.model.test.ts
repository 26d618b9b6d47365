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
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/calendars.test.ts',
    events: {
      'choice.change':
        'filters by provider, student, and text; a chosen student locks the provider until Reset; the link has every filter',
      'student.search':
        'filters by provider, student, and text; a chosen student locks the provider until Reset; the link has every filter',
    },
  },
})
