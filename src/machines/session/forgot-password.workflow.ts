import { defineWorkflow } from '#machines/definition/workflow.ts'
import { forgotPasswordMachine } from './forgot-password.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/forgot-password',
  title: 'Forgotten password',
  area: 'Sign-in',
  machine: forgotPasswordMachine,
  examples: () => import('./forgot-password.examples.ts'),
  texts: {
    events: {
      'form.submit': 'Submit',
      'field.edit': 'Type in the field',
      'dialog.close': 'Close the dialog',
      'success.dismiss': 'OK',
    },
    actions: {
      takeForm: 'remember the address',
      clearRefusal: 'clear the message at the field',
      takeRefusal: 'show the message at the field',
      announceClosed: 'take the dialog away',
    },
    calls: {
      sendLink: { does: 'ask for a link by email', done: 'The request was accepted', error: 'The request was refused' },
    },
  },
})
