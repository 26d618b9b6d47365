import { examples } from '#machines/session/forgot-password.examples.ts'
import { forgotPasswordMachine } from '#machines/session/forgot-password.machine.ts'
import { type ForgotPasswordWorld, forgotPasswordInBrowser } from './forgot-password.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof forgotPasswordMachine, ForgotPasswordWorld>({
  name: 'session/forgot-password',
  machine: forgotPasswordMachine,
  ...examples,
  project: ({ form, refusal }) => ({ email: form?.email, refusal }),
  states: {
    sent: ({ context }) => {
      if (context.refusal !== undefined) throw new Error('a refusal is left')
    },
  },
  untried: { 'sendLink error: 409': 'There is no record that someone else could change.' },
  browser: forgotPasswordInBrowser,
})
