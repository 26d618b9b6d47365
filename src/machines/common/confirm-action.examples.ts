import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { confirmActionMachine } from './confirm-action.machine.ts'

export const examples = {
  cases: {
    'action.ask': { 'a subject': { subject: 7 } },
    'action.run': { 'a subject': { subject: 7 } },
    'action.confirm': 'bare',
    'action.cancel': 'bare',
    'failure.dismiss': 'bare',
    'success.dismiss': 'bare',
  },
  outcomes: {
    act: {
      done: { 'went through': { id: 7 } },
      error: { ...commonFailures, conflict: new ApiError(409, 'Somebody else changed this') },
    },
  },
} satisfies Examples<typeof confirmActionMachine>
