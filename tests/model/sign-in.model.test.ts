import { examples } from '#machines/session/sign-in.examples.ts'
import { signInMachine } from '#machines/session/sign-in.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SignInWorld, signInInBrowser } from './sign-in.browser.ts'

modelTests<typeof signInMachine, SignInWorld>({
  name: 'session/sign-in',
  machine: signInMachine,
  ...examples,
  project: ({ form, refusals, notice, factor, isRememberMe }) => ({
    isKept: form?.rememberme,
    isRememberMe,
    notice,
    hasFactor: factor !== null,
    refusals: Object.entries(refusals).filter(([, refusal]) => refusal !== undefined),
  }),
  states: {
    editing: ({ context }) => {
      if (context.form) throw new Error('the password is still in memory')
    },
    confirming: ({ context, children }) => {
      if (context.form) throw new Error('the password is still in memory')
      if (!children.secondFactor) throw new Error('nothing asks for the second factor')
    },
    signedIn: ({ context }) => {
      if (context.factor) throw new Error('the ticket is still in memory')
      if (context.form) throw new Error('the password is still in memory')
    },
  },
  untried: {
    'signIn error: 409': 'No one else can change the credentials in the meantime.',
    'signInWithPasskey error: 409': 'No one else can answer in the meantime.',
    'beginIdentityProviderSignIn error: 409': 'It changes nothing.',
    'finishIdentityProviderSignIn error: 409': 'A return works once, and only in its own browser.',
  },
  browser: signInInBrowser,
})
