import { examples } from '#machines/session/second-factor.examples.ts'
import { secondFactorMachine } from '#machines/session/second-factor.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/second-factor',
  machine: secondFactorMachine,
  ...examples,
  project: ({ factor, method, proof, refusal, endReason }) => ({
    methods: factor.methods.length,
    method,
    proof: proof?.kind,
    isRefused: refusal !== null,
    endReason,
  }),
  states: {
    'proving.offering': ({ context }) => {
      if (context.proof) throw new Error('a proof is still in memory')
    },
    'proving.entering': ({ context }) => {
      if (context.proof) throw new Error('the code is still in memory')
      if (context.method === 'passkey') throw new Error('a passkey is no code')
    },
    confirmed: ({ output }) => {
      if (output?.isSignedIn !== true) throw new Error('the sign-in page does not close')
    },
    expired: ({ output }) => {
      if (output?.isSignedIn !== false || output.message === null) throw new Error('nothing says why it ended')
    },
    canceled: ({ output, context }) => {
      if (output?.isSignedIn !== false || output.message !== null) throw new Error('cancelling is no failure')
      if (context.proof) throw new Error('a proof is still in memory')
    },
  },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/second-factor.test.ts',
    events: {
      'method.choose': 'a user who lost the app uses a recovery code',
      'passkey.use': 'a passkey is the second step, and can be tried again',
      'code.submit': 'the code of the app opens the portal; a wrong one says so until the user types',
      'code.edit': 'the code of the app opens the portal; a wrong one says so until the user types',
      'signIn.cancel': 'the user goes back to the sign-in page',
    },
  },
  untried: { '* error: 409': 'No one else can answer in the meantime.' },
})
