import { ApiError } from '#contract/failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { ConfirmActionMachine } from './confirm-action.machine.ts'

export const examples = {
  cases: {
    'action.ask': { 'a subject': { subject: 7 }, 'another subject': { subject: 8 } },
    'action.run': { 'a subject': { subject: 7 }, 'another subject': { subject: 8 } },
    'action.confirm': 'bare',
    'action.cancel': 'bare',
    'failure.dismiss': 'bare',
    'success.dismiss': 'bare',
  },
  outcomes: {
    act: {
      done: { succeeded: { outcome: { id: 7 } } },
      error: { ...commonFailures, conflict: new ApiError(409, 'Someone else changed this') },
    },
  },
} satisfies Examples<ConfirmActionMachine<number, { id: number }>>
