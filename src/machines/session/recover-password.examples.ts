import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { recoverPasswordMachine } from './recover-password.machine.ts'

const refused = 'This password is too easy to guess. Choose another one.'

export const examples = {
  inputs: { 'a link': { token: 'a-secret-token' } },
  cases: {
    'form.submit': {
      'a password': { form: { newPassword: 'a brand new password', confirmPassword: 'a brand new password' } },
      'another password': { form: { newPassword: 'yet another password', confirmPassword: 'yet another password' } },
    },
    'failure.dismiss': 'bare',
    'success.dismiss': 'bare',
  },
  outcomes: {
    setPassword: {
      done: { set: null },
      error: {
        ...commonFailures,
        'easy to guess': new ApiError(400, refused, [{ path: 'newPassword', message: refused }]),
        'already used': new ApiError(400, 'This link was already used'),
      },
    },
  },
} satisfies Examples<typeof recoverPasswordMachine>
