import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { signInMachine } from './sign-in.machine.ts'

export const texts = {
  events: {
    'form.submit': 'Sign in',
    'field.edit': 'Type in a field',
    'passkey.use': 'Sign in with a passkey',
  },
  guards: {
    needsFactor: 'the account has a second factor',
    isSignedIn: 'the second step succeeded',
  },
  actions: {
    takeForm: 'remember what was entered',
    clearRefusal: 'clear the message at the field',
    takeRefusal: 'show the message at its field',
    forgetForm: 'forget the password',
    takeFactor: 'remember what the second step needs',
    forgetFactor: 'forget the ticket',
    takeRememberMe: 'remember whether to stay signed in',
    takeNotice: 'say why above the form',
  },
  calls: {
    signIn: { does: 'sign in', done: 'The password was right', error: 'The sign-in was refused' },
    signInWithPasskey: {
      does: 'ask for a passkey and sign in with it',
      done: 'The passkey was accepted',
      error: 'The passkey was declined or refused',
    },
    secondFactor: { does: 'run the second step', done: 'The second step ended', error: 'The second step failed' },
  },
} satisfies ChartTexts<typeof signInMachine>
