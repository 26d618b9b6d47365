import { ApiError } from '#contract/failures.ts'
import { factorMessages } from '#domain/second-factor.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { signInMachine } from './sign-in.machine.ts'

const secondFactor = { ticket: 'a-ticket', methods: ['code' as const, 'recovery' as const], seconds: 300 }

export const examples = {
  inputs: { 'the page': { hasReturned: false }, 'back from the provider': { hasReturned: true } },
  cases: {
    'form.submit': {
      filled: { form: { username: 'ana@example.org', password: 'a password', rememberme: false } },
      'filled, to stay signed in': { form: { username: 'bo@example.org', password: 'another', rememberme: true } },
    },
    'field.edit': { username: { field: 'username' }, password: { field: 'password' } },
    'passkey.use': { once: { isRememberMe: false }, 'to stay signed in': { isRememberMe: true } },
    'identityProvider.choose': { once: { isRememberMe: false }, 'to stay signed in': { isRememberMe: true } },
    'page.restore': 'bare',
  },
  outcomes: {
    signIn: {
      done: {
        granted: null,
        'needs a second factor': secondFactor,
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
    beginIdentityProviderSignIn: {
      done: { opened: undefined },
      error: {
        ...commonFailures,
        'provider down': new ApiError(503, "Google can't be reached right now. Use your password, or try again later."),
      },
    },
    finishIdentityProviderSignIn: {
      done: { granted: null, 'needs a second factor': secondFactor },
      error: {
        ...commonFailures,
        canceled: new ApiError(400, 'The sign-in with Google was canceled.'),
        deactivated: new ApiError(403, 'Your account has been deactivated'),
      },
    },
    secondFactor: {
      done: {
        confirmed: { isProven: true, message: null },
        canceled: { isProven: false, message: null },
        'took too long': { isProven: false, message: factorMessages.startOver },
      },
    },
  },
} satisfies Examples<typeof signInMachine>
