import { examples } from '#machines/common/confirm-action.examples.ts'
import { type ConfirmActionMachine, confirmAction } from '#machines/common/confirm-action.machine.ts'
import { type ConfirmActionWorld, confirmActionInBrowser } from './confirm-action.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<ConfirmActionMachine<number, { id: number }>, ConfirmActionWorld>({
  name: 'common/confirm-action',
  machine: confirmAction<number, { id: number }>(),
  ...examples,
  project: ({ message, subject, wasAsked }) => ({ message, subject, wasAsked }),
  states: {
    failed: ({ context }) => {
      if (!context.message) throw new Error('no failure message')
    },
  },
  browser: confirmActionInBrowser,
})
