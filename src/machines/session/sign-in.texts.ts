import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { signInMachine } from './sign-in.machine.ts'

export const texts = {
  events: {
    'form.submit': 'Sign in',
    'field.edit': 'Type in a field',
  },
  actions: {
    takeForm: 'remember what was entered',
    clearRefusal: 'clear the message at the field',
    takeRefusal: 'show the message at its field',
    forgetForm: 'forget the password',
  },
  calls: {
    signIn: { does: 'sign in', done: 'The sign-in succeeded', error: 'The sign-in was refused' },
  },
} satisfies ChartTexts<typeof signInMachine>
