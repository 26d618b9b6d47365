import type { CaseloadEntry } from '#contract/lookups.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { caseloadAreaMachine } from './caseload-area.machine.ts'

const entries: CaseloadEntry[] = [11, 12].map((id) => ({
  id,
  studentId: id * 10,
  studentName: `Student ${id}`,
  description: 'Speech, 2 × 30 minutes a week',
}))

export const examples = {
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
} satisfies Examples<typeof caseloadAreaMachine>
