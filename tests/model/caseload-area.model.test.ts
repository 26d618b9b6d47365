import type { CaseloadEntry } from '#contract/lookups.ts'
import { caseloadAreaMachine } from '#machines/schedule/caseload-area.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const entries: CaseloadEntry[] = [11, 12].map((id) => ({
  id,
  studentId: id * 10,
  studentName: `Student ${id}`,
  description: 'Speech, 2 × 30 minutes a week',
}))

modelTests({
  name: 'schedule/caseload-area',
  machine: caseloadAreaMachine,
  inputs: {
    'a new session': { schoolId: null, selectedIds: [] },
    'a stored session': { schoolId: 1, selectedIds: [11] },
    'a draft with students who have left the caseload': { schoolId: 1, selectedIds: [98, 99, 11], storedIds: [98] },
  },
  cases: {
    'school.choose': { none: { schoolId: null }, 'a school': { schoolId: 1 }, 'another school': { schoolId: 2 } },
    'caseload.add': {
      first: { id: 11, index: 0 },
      last: { id: 12 },
      'a student of another school': { id: 99 },
    },
    'caseload.move': { 'to the front': { id: 12, index: 0 } },
    'caseload.remove': { 'a student': { id: 11 } },
    'caseload.clear': 'bare',
    'caseload.retry': 'bare',
  },
  outcomes: { loadCaseload: { done: { loaded: entries }, error: commonFailures } },
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
})
