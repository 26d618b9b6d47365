import { examples } from '#machines/session/recover-password.examples.ts'
import { recoverPasswordMachine } from '#machines/session/recover-password.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type RecoverPasswordWorld, recoverPasswordInBrowser } from './recover-password.browser.ts'

const forgets = ({ context }: { context: { form: unknown } }) => {
  if (context.form !== undefined) throw new Error('the password is still in memory')
}

modelTests<typeof recoverPasswordMachine, RecoverPasswordWorld>({
  name: 'session/recover-password',
  machine: recoverPasswordMachine,
  ...examples,
  project: ({ form, message }) => ({ password: form?.newPassword, message }),
  states: { editing: forgets, failed: forgets, saved: forgets, finished: forgets },
  untried: { 'setPassword error: 409': 'Nobody else changes the password with this link in the meantime.' },
  browser: recoverPasswordInBrowser,
})
