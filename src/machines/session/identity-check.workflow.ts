import { defineWorkflow } from '#machines/definition/workflow.ts'
import { identityCheckMachine } from './identity-check.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/identity-check',
  title: 'Identity check',
  area: 'Sign-in',
  machine: identityCheckMachine,
  examples: () => import('./identity-check.examples.ts'),
  texts: {
    events: {
      'proof.require': 'A call needs a proof of who the user is',
      'methods.retry': 'Try again',
      'check.cancel': 'Cancel',
      'session.end': 'The session ends',
    },
    guards: { hasMethods: 'the user has a method to prove it with' },
    actions: {
      forgetResult: 'forget the last check',
      takeMethods: "remember the user's methods",
      takeFailure: 'remember why loading failed',
      takeResult: 'remember whether the proof was accepted',
    },
    calls: {
      readMethods: { does: "load the user's methods", done: 'The methods have loaded', error: 'Loading failed' },
      identityProof: {
        does: 'ask for a proof',
        done: 'The proof was accepted, or the user gave up',
        error: 'Asking failed',
      },
    },
  },
})
