import { defineWorkflow } from '#machines/definition/workflow.ts'
import { identityProofMachine } from './identity-proof.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/identity-proof',
  title: 'Proof of identity',
  area: 'Sign-in',
  machine: identityProofMachine,
  examples: () => import('./identity-proof.examples.ts'),
  texts: {
    events: {
      'method.choose': 'Choose another method',
      'passkey.use': 'Use passkey',
      'entry.submit': 'Submit the code or password',
      'entry.edit': 'Type in the field',
      'proof.cancel': 'Cancel',
    },
    guards: {
      isPasskey: 'the method is a passkey',
      isOffered: 'the user has this other method',
      isOver: 'the server says that the ticket has ended',
    },
    actions: {
      takeMethod: 'remember the method',
      takeEntry: 'remember the entry',
      takeAssertion: "remember the passkey's answer",
      forgetProof: 'forget what was entered',
      clearRefusal: 'clear the message',
      takeRefusal: 'show why the proof was not accepted',
      takeDecline: 'say that the passkey was not used',
      takeEndReason: 'remember why the user has to start over',
      takeExpiry: 'remember that it took too long',
    },
    calls: {
      askAuthenticator: {
        does: 'ask the authenticator',
        done: 'The authenticator answered',
        error: 'The user declined, or the authenticator could not be asked',
      },
      confirm: { does: 'check the proof', done: 'The proof was accepted', error: 'The proof was refused' },
    },
    delays: { proofTime: 'it took too long' },
  },
})
