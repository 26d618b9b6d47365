import { ApiError } from '#contract/failures.ts'
import { confirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/confirm-action',
  machine: confirmActionMachine,
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
  project: ({ message, wasAsked }) => ({ message, wasAsked }),
  states: {
    failed: ({ context }) => {
      if (!context.message) throw new Error('nothing says what failed')
    },
  },
})
