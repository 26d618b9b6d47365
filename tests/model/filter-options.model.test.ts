import { NO_FILTERS } from '#machines/schedule/calendar-place.ts'
import { filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const options = {
  providers: [{ id: 7, providerName: 'Ana Ruiz' }],
  schools: [{ id: 3, name: 'Lincoln Elementary', colourCode: '#2266aa' }],
  students: [{ id: 1, name: 'Mia Park' }],
}

modelTests({
  name: 'schedule/filter-options',
  machine: filterOptionsMachine,
  inputs: { 'nothing chosen': { filters: NO_FILTERS } },
  cases: {
    'choice.change': { 'a school': { filters: { ...NO_FILTERS, schoolId: 3 } } },
    'student.search': { words: { words: 'mia' }, 'no words': { words: '' } },
  },
  outcomes: { loadOptions: { done: { loaded: options }, error: commonFailures } },
  project: ({ filters: { schoolId }, studentWords, options: { schools } }) => ({
    schoolId,
    studentWords,
    hasOptions: schools.length > 0,
  }),
  states: {
    ready: ({ context: { options: offered } }) => {
      if (offered.schools.length === 0) throw new Error('there is nothing to choose')
    },
  },
})
