import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { NO_FILTERS } from './calendar-place.ts'
import type { filterOptionsMachine } from './filter-options.machine.ts'

const options = {
  providers: [{ id: 7, providerName: 'Ana Ruiz' }],
  schools: [{ id: 3, name: 'Lincoln Elementary', colourCode: '#2266aa' }],
  students: [{ id: 1, name: 'Mia Park' }],
}

export const examples = {
  inputs: { 'nothing chosen': { filters: NO_FILTERS } },
  cases: {
    'choice.change': { 'a school': { filters: { ...NO_FILTERS, schoolId: 3 } } },
    'student.search': { 'a name': { words: 'mia' }, 'an empty search': { words: '' } },
  },
  outcomes: { loadOptions: { done: { loaded: options }, error: commonFailures } },
} satisfies Examples<typeof filterOptionsMachine>
