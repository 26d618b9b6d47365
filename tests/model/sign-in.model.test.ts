import { examples } from '#machines/session/sign-in.examples.ts'
import { signInMachine } from '#machines/session/sign-in.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SignInWorld, signInInBrowser } from './sign-in.browser.ts'

modelTests<typeof signInMachine, SignInWorld>({
  name: 'session/sign-in',
  machine: signInMachine,
  ...examples,
  project: ({ form, refusals }) => ({
    isKept: form?.rememberme,
    refusals: Object.entries(refusals).filter(([, refusal]) => refusal !== undefined),
  }),
  states: {
    editing: ({ context }) => {
      if (context.form) throw new Error('the password is still in memory')
    },
    signedIn: ({ context }) => {
      if (context.form) throw new Error('the password is still in memory')
    },
  },
  untried: {
    'signIn error: 409': 'No one else can change the credentials in the meantime.',
    'beginProviderSignIn error: 409': 'It changes nothing.',
    'finishProviderSignIn error: 409': 'A return works once, and only in its own browser.',
  },
  browser: signInInBrowser,
})
