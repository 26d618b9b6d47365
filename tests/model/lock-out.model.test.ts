import { examples } from '#machines/billing/lock-out.examples.ts'
import { lockOutMachine } from '#machines/billing/lock-out.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type LockOutWorld, lockOutInBrowser } from './lock-out.browser.ts'

modelTests<typeof lockOutMachine, LockOutWorld>({
  name: 'billing/lock-out',
  machine: lockOutMachine,
  ...examples,
  project: ({ period, leftOut, message }) => ({ period, leftOut, message }),
  states: {
    confirmingForce: ({ context: { leftOut } }) => {
      if (!leftOut) throw new Error('the question does not say what is left out')
    },
    nothingToLock: ({ context: { message } }) => {
      if (!message) throw new Error('no message')
    },
    refused: ({ context: { message } }) => {
      if (!message) throw new Error('no message')
    },
  },
  browser: lockOutInBrowser,
})
