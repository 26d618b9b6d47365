import { defineWorkflow } from '#machines/definition/workflow.ts'
import { signInMachine } from './sign-in.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/sign-in',
  title: 'Sign-in',
  area: 'Sign-in',
  machine: signInMachine,
  examples: () => import('./sign-in.examples.ts'),
  texts: {
    events: {
      'form.submit': 'Sign in',
      'field.edit': 'Type in a field',
      'passkey.use': 'Sign in with a passkey',
      'identityProvider.choose': 'Login with the identity provider',
      'page.restore': 'Go back from the provider',
    },
    guards: {
      hasReturned: 'the user has returned from the identity provider',
      needsFactor: 'the account has a second factor',
      isSignedIn: 'the second step succeeded',
    },
    actions: {
      takeForm: 'remember what was entered',
      clearRefusal: 'clear the message at the field',
      takeRefusal: 'show the message at its field',
      takeIdentityProviderRefusal: 'show the message at the username or above the form',
      forgetForm: 'forget the password',
      takeFactor: 'remember what the second step needs',
      forgetFactor: 'forget the ticket',
      takeChoice: 'remember whether to stay signed in',
      takeNotice: 'say why above the form',
      forgetReturn: 'forget the return',
    },
    calls: {
      signIn: { does: 'sign in', done: 'The password was right', error: 'The sign-in was refused' },
      signInWithPasskey: {
        does: 'ask for a passkey and sign in with it',
        done: 'The passkey was accepted',
        error: 'The passkey was declined or refused',
      },
      beginIdentityProviderSignIn: {
        does: "open the identity provider's page",
        done: 'The page is opening',
        error: 'The provider is not available',
      },
      finishIdentityProviderSignIn: {
        does: 'fetch the session',
        done: 'The identity was accepted',
        error: 'The sign-in was refused',
      },
      secondFactor: { does: 'run the second step', done: 'The second step ended', error: 'The second step failed' },
    },
  },
})
