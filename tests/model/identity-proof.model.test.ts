import { examples } from '#machines/session/identity-proof.examples.ts'
import { identityProofMachine } from '#machines/session/identity-proof.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/identity-proof',
  machine: identityProofMachine,
  ...examples,
  project: ({ request, method, proof, refusal, endReason }) => ({
    methods: request.methods.length,
    hasTicket: request.ticket !== undefined,
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
      if (context.proof) throw new Error('the entry is still in memory')
      if (context.method === 'passkey') throw new Error('a passkey is no code')
    },
    confirmed: ({ output }) => {
      if (output?.isProven !== true) throw new Error('the page does not close')
    },
    expired: ({ output }) => {
      if (output?.isProven !== false || output.message === null) throw new Error('nothing says why it ended')
    },
    canceled: ({ output, context }) => {
      if (output?.isProven !== false || output.message !== null) throw new Error('cancelling is no failure')
      if (context.proof) throw new Error('a proof is still in memory')
    },
  },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/second-factor.test.ts',
    events: {
      'method.choose': 'a user who lost the app uses a recovery code',
      'passkey.use': 'a passkey is the second step, and can be tried again',
      'entry.submit': 'the code of the app opens the portal; a wrong one says so until the user types',
      'entry.edit': 'the code of the app opens the portal; a wrong one says so until the user types',
      'proof.cancel': 'the user goes back to the sign-in page; a ticket that has ended leads back, too, which says why',
    },
  },
  untried: { '* error: 409': 'No one else can answer in the meantime.' },
})
