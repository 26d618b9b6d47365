import { examples } from '#machines/session/sign-in.examples.ts'
import { signInMachine } from '#machines/session/sign-in.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/sign-in',
  machine: signInMachine,
  ...examples,
  project: ({ form, refusals }) => ({ isFilled: form !== null, refusals }),
  states: {
    editing: ({ context }) => {
      if (context.form) throw new Error('a password is kept')
    },
    signedIn: ({ context }) => {
      if (context.form) throw new Error('a password is kept')
    },
  },
  untried: { 'signIn error: 409': 'Nobody else can change what is signed in with.' },
  browser: 'tests/session/session.test.ts signs in by its form, by keyboard too, and is refused.',
})
