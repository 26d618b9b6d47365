import { ApiError } from '#contract/failures.ts'
import { factorMessages } from '#domain/second-factor.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { signInMachine } from './sign-in.machine.ts'

export const examples = {
  cases: {
    'form.submit': {
      filled: { form: { username: 'ana@example.org', password: 'a password', rememberme: false } },
      'filled, to stay signed in': { form: { username: 'bo@example.org', password: 'another', rememberme: true } },
    },
    'field.edit': { username: { field: 'username' }, password: { field: 'password' } },
    'passkey.use': { once: { isRememberMe: false }, 'to stay signed in': { isRememberMe: true } },
  },
  outcomes: {
    signIn: {
      done: {
        granted: null,
        'needs a second factor': { ticket: 'a-ticket', methods: ['code', 'recovery'], seconds: 300 },
      },
      error: {
        ...commonFailures,
        'wrong password': new ApiError(400, 'The username or password is wrong'),
        deactivated: new ApiError(403, 'Your account has been deactivated'),
      },
    },
    signInWithPasskey: {
      done: { granted: undefined },
      error: {
        ...commonFailures,
        declined: new Error('NotAllowedError'),
        unknown: new ApiError(400, factorMessages.unknownPasskey),
      },
    },
    secondFactor: {
      done: {
        confirmed: { isSignedIn: true, message: null },
        canceled: { isSignedIn: false, message: null },
        'took too long': { isSignedIn: false, message: factorMessages.startOver },
      },
    },
  },
} satisfies Examples<typeof signInMachine>
