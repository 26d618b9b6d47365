import { ApiError } from '#contract/failures.ts'
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
  },
} satisfies Examples<typeof signInMachine>
