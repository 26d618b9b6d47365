import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { signInMachine } from './sign-in.machine.ts'

export const texts = {
  events: {
    'form.submit': 'Sign in',
    'field.edit': 'Type in a field',
    'provider.choose': 'Login with the identity provider',
    'page.restore': 'Go back from the provider',
  },
  guards: { hasReturned: 'the user has returned from the identity provider' },
  actions: {
    takeForm: 'remember what was entered',
    clearRefusal: 'clear the message at the field',
    clearRefusals: 'clear all messages',
    takeRefusal: 'show the message at its field',
    takeProviderRefusal: 'show the message at the username or the button',
    forgetForm: 'forget the password',
    forgetReturn: 'forget the return',
  },
  calls: {
    signIn: { does: 'sign in', done: 'The sign-in succeeded', error: 'The sign-in was refused' },
    beginProviderSignIn: {
      does: "open the identity provider's page",
      done: 'The page is opening',
      error: 'The provider is not available',
    },
    finishProviderSignIn: {
      does: 'fetch the session',
      done: 'The sign-in succeeded',
      error: 'The sign-in was refused',
    },
  },
} satisfies ChartTexts<typeof signInMachine>
