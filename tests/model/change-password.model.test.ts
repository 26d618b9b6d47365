import { examples } from '#machines/session/change-password.examples.ts'
import { changePasswordMachine } from '#machines/session/change-password.machine.ts'
import { type ChangePasswordWorld, changePasswordInBrowser } from './change-password.browser.ts'
import { modelTests } from './harness/model-tests.ts'

const forgets = ({ context }: { context: { form: unknown } }) => {
  if (context.form !== undefined) throw new Error('the passwords are still in memory')
}

modelTests<typeof changePasswordMachine, ChangePasswordWorld>({
  name: 'session/change-password',
  machine: changePasswordMachine,
  ...examples,
  project: ({ form, wrongOld, message }) => ({ password: form?.newPassword, wrongOld, message }),
  states: { editing: forgets, saved: forgets, finished: forgets },
  untried: { 'changePassword error: 409': 'Nobody else changes this password in the meantime.' },
  browser: changePasswordInBrowser,
})
