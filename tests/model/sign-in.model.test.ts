import { ApiError } from '#contract/failures.ts'
import { signInMachine } from '#machines/session/sign-in.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'session/sign-in',
  machine: signInMachine,
  cases: {
    'form.submit': { filled: { form: { username: 'ana@example.org', password: 'a password', rememberme: false } } },
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
  project: ({ form, refusals }) => ({ isFilled: form !== null, refusals }),
  states: {
    editing: ({ context }) => {
      if (context.form) throw new Error('a password is kept')
    },
    signedIn: ({ context }) => {
      if (context.form) throw new Error('a password is kept')
    },
  },
})
