import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { forgotPasswordMachine } from './forgot-password.machine.ts'

export const texts = {
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
} satisfies ChartTexts<typeof forgotPasswordMachine>
