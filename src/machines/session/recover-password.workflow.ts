import { defineWorkflow } from '#machines/definition/workflow.ts'
import { recoverPasswordMachine } from './recover-password.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/recover-password',
  title: 'Recovery of a password',
  area: 'Sign-in',
  machine: recoverPasswordMachine,
  examples: () => import('./recover-password.examples.ts'),
  texts: {
    events: {
      'form.submit': 'Submit',
      'failure.dismiss': 'OK on the failure message',
      'success.dismiss': 'OK on the success message',
    },
    guards: { isFieldRefusal: 'the server refused a field', hasMessage: 'the server sent a message' },
    actions: {
      takeForm: 'remember what was entered',
      forgetForm: 'forget the password',
      keepMessage: "keep the server's message",
      clearMessage: 'clear the message',
      announceRefusal: 'show the messages at their fields',
      announceFinished: 'go to the root',
    },
    calls: {
      setPassword: { does: 'set the new password', done: 'The password is set', error: 'The password was not set' },
    },
  },
})
