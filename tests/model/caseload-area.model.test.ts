import { examples } from '#machines/schedule/caseload-area.examples.ts'
import { caseloadAreaMachine } from '#machines/schedule/caseload-area.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/caseload-area',
  machine: caseloadAreaMachine,
  ...examples,
  project: ({ schoolId, selectedIds, entries: loaded, message }) => ({
    schoolId,
    selectedIds,
    isLoaded: loaded.length > 0,
    message,
  }),
  states: {
    noSchool: ({ context: { selectedIds, entries: offered } }) => {
      if (selectedIds.length + offered.length > 0) throw new Error('students are left without a school')
    },
    ready: ({ context: { selectedIds } }) => {
      if (new Set(selectedIds).size < selectedIds.length) throw new Error('a student is in it twice')
    },
  },
  browser: 'A part of the session form: tests/screens/session-form.test.ts drags and picks its students.',
})
