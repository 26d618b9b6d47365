import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { signInMachine } from './sign-in.machine.ts'

export const examples = {
  inputs: { 'the page': { hasReturned: false }, 'back from the provider': { hasReturned: true } },
  cases: {
    'form.submit': {
      filled: { form: { username: 'ana@example.org', password: 'a password', rememberme: false } },
      'filled, to stay signed in': { form: { username: 'bo@example.org', password: 'another', rememberme: true } },
    },
    'field.edit': { username: { field: 'username' }, password: { field: 'password' } },
    'provider.choose': { once: { rememberme: false }, 'to stay signed in': { rememberme: true } },
    'page.restore': 'bare',
  },
  outcomes: {
    signIn: {
      done: { granted: undefined },
      error: {
        ...commonFailures,
        'wrong password': new ApiError(400, 'The username or password is wrong'),
        deactivated: new ApiError(403, 'Your account has been deactivated'),
      },
    },
    beginProviderSignIn: {
      done: { opened: undefined },
      error: {
        ...commonFailures,
        'provider down': new ApiError(503, "Google can't be reached right now. Use your password, or try again later."),
      },
    },
    finishProviderSignIn: {
      done: { granted: undefined },
      error: {
        ...commonFailures,
        canceled: new ApiError(400, 'The sign-in with Google was canceled.'),
        deactivated: new ApiError(403, 'Your account has been deactivated'),
      },
    },
  },
} satisfies Examples<typeof signInMachine>
