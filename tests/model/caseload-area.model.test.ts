import { examples } from '#machines/schedule/caseload-area.examples.ts'
import { caseloadAreaMachine } from '#machines/schedule/caseload-area.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/caseload-area',
  machine: caseloadAreaMachine,
  ...examples,
  project: ({ schoolId, entries: loaded, message }) => ({ schoolId, isLoaded: loaded.length > 0, message }),
  states: {
    noSchool: ({ context: { entries: offered } }) => {
      if (offered.length > 0) throw new Error('students are offered without a school')
    },
    loading: ({ context: { entries: offered, schoolId } }) => {
      if (schoolId === null || offered.length > 0) throw new Error("another school's students are offered")
    },
  },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/session-form.test.ts',
    events: {
      'school.choose': 'follow from the school, the service, and the provider',
      'caseload.retry': 'lists, rates, and a caseload that could not be loaded can be retried',
    },
  },
})
