import { examples } from '#machines/session/identity-check.examples.ts'
import { identityCheckMachine } from '#machines/session/identity-check.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/identity-check',
  machine: identityCheckMachine,
  ...examples,
  project: ({ methods, failure, isProven }) => ({ methods: methods.length, failure, isProven }),
  states: {
    'open.loading': ({ context }) => {
      if (context.isProven) throw new Error('an old proof counts')
    },
    'open.unread': ({ context }) => {
      if (context.isProven) throw new Error('nothing was proven')
    },
    'open.asking': ({ context, children }) => {
      if (context.methods.length === 0 || !children.identityProof) throw new Error('nothing asks for a proof')
    },
  },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/identity-check.test.ts',
    events: {
      'proof.require': 'a change that needs a proof asks for the password once, and is then made',
      'methods.retry':
        'methods that could not be loaded are loaded again; Escape closes only the top dialog, and nothing changes',
      'check.cancel':
        'methods that could not be loaded are loaded again; Escape closes only the top dialog, and nothing changes',
      'session.end': 'the dialog closes when the session ends',
    },
  },
  untried: { 'readMethods error: 409': 'It changes nothing.' },
})
