import { examples } from '#machines/common/confirm-action.examples.ts'
import { confirmAction } from '#machines/common/confirm-action.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/confirm-action',
  machine: confirmAction<number, { id: number }>(),
  ...examples,
  project: ({ message, wasAsked }) => ({ message, wasAsked }),
  states: {
    failed: ({ context }) => {
      if (!context.message) throw new Error('no failure message')
    },
  },
  browser:
    'Many screens use it: tests/screens/timesheet-modal.test.ts and tests/screens/provider-day.test.ts answer its question.',
})
