import { defineWorkflow } from '#machines/definition/workflow.ts'
import { changePasswordMachine } from './change-password.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/change-password',
  title: 'Change of password',
  area: 'Sign-in',
  machine: changePasswordMachine,
  examples: () => import('./change-password.examples.ts'),
  texts: {
    events: {
      'form.submit': 'Submit',
      'field.edit': 'Type in a field',
      'success.dismiss': 'OK',
    },
    guards: {
      isWrongOld: 'the current password is wrong',
      isOldPassword: 'it is the current password',
      isFieldRefusal: 'the server refused a field',
    },
    actions: {
      takeForm: 'remember what was entered',
      forgetForm: 'forget the passwords',
      markOld: 'mark the current password as wrong',
      unmarkOld: 'remove the mark from the current password',
      keepMessage: "show the server's message under the form",
      clearMessage: 'clear the message under the form',
      announceRefusal: 'show the messages at their fields',
      announceFinished: 'go to the Home Page',
    },
    calls: {
      changePassword: {
        does: 'change the password',
        done: 'The password is changed',
        error: 'The password was not changed',
      },
    },
  },
})
