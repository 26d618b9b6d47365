import type { CaseloadEntry } from '#contract/lookups.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { caseloadAreaMachine } from './caseload-area.machine.ts'

const entries: CaseloadEntry[] = [11, 12].map((id) => ({
  id,
  studentId: id * 10,
  studentName: `Student ${id}`,
  description: 'Speech, 2 × 30 minutes a week',
}))

export const examples = {
  inputs: {
    'a new session': { schoolId: null, stored: null },
    'a stored session': { schoolId: 1, stored: { schoolId: 1, caseloadIds: [11] } },
  },
  cases: {
    'school.choose': { none: { schoolId: null }, 'a school': { schoolId: 1 }, 'another school': { schoolId: 2 } },
    'caseload.retry': 'bare',
  },
  outcomes: { loadCaseload: { done: { loaded: entries }, error: commonFailures } },
} satisfies Examples<typeof caseloadAreaMachine>
