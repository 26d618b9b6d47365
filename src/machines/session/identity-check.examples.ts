import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { identityCheckMachine } from './identity-check.machine.ts'

export const examples = {
  cases: {
    'proof.require': 'bare',
    'methods.retry': 'bare',
    'check.cancel': 'bare',
    'session.end': 'bare',
  },
  outcomes: {
    readMethods: {
      done: { 'a passkey and a password': ['passkey', 'password'], 'nothing to prove it with': [] },
      error: commonFailures,
    },
    identityProof: {
      done: { proven: { isProven: true, message: null }, canceled: { isProven: false, message: null } },
    },
  },
} satisfies Examples<typeof identityCheckMachine>
