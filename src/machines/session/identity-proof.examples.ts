import { ApiError } from '#contract/failures.ts'
import { factorMessages } from '#domain/second-factor.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { identityProofMachine } from './identity-proof.machine.ts'

const refusal = (path: 'code' | 'password' | 'ticket', message: string) =>
  new ApiError(400, message, [{ path, message }])

const assertion = {
  id: 'passkey',
  rawId: 'passkey',
  type: 'public-key' as const,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}

export const examples = {
  inputs: {
    'a user with everything': { ticket: 'a-ticket', methods: ['passkey', 'code', 'recovery'], seconds: 300 },
    'a user with an app': { ticket: 'a-ticket', methods: ['code', 'recovery'], seconds: 300 },
    'a signed-in user': { methods: ['passkey', 'password'], seconds: 600 },
  },
  cases: {
    'method.choose': {
      passkey: { method: 'passkey' },
      'authenticator app': { method: 'code' },
      'recovery code': { method: 'recovery' },
      password: { method: 'password' },
    },
    'passkey.use': 'bare',
    'entry.submit': { 'a code': { entry: '123456' }, 'another code': { entry: '654321' } },
    'entry.edit': 'bare',
    'proof.cancel': 'bare',
  },
  outcomes: {
    askAuthenticator: {
      done: { answered: assertion },
      error: {
        ...commonFailures,
        declined: new Error('NotAllowedError'),
        'ticket ended': refusal('ticket', factorMessages.startOver),
      },
    },
    confirm: {
      done: { confirmed: undefined },
      error: {
        ...commonFailures,
        'wrong code': refusal('code', factorMessages.wrongCode),
        'wrong password': refusal('password', 'Enter correct Password'),
        'method removed': refusal('ticket', factorMessages.startOver),
        'too many wrong codes': refusal('ticket', factorMessages.tooManyWrong),
      },
    },
  },
} satisfies Examples<typeof identityProofMachine>
