import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { changePasswordMachine } from './change-password.machine.ts'

const refused = 'This password is too easy to guess. Choose another one.'
const current = 'correct horse battery staple'

export const examples = {
  cases: {
    'form.submit': {
      'a password': {
        form: {
          oldPassword: current,
          newPassword: 'a brand new password',
          confirmNewPassword: 'a brand new password',
        },
      },
      'another password': {
        form: {
          oldPassword: current,
          newPassword: 'yet another password',
          confirmNewPassword: 'yet another password',
        },
      },
    },
    'field.edit': {
      'current password': { field: 'oldPassword' },
      'new password': { field: 'newPassword' },
      confirmation: { field: 'confirmNewPassword' },
    },
    'success.dismiss': 'bare',
  },
  outcomes: {
    changePassword: {
      done: { changed: null },
      error: {
        ...commonFailures,
        'wrong current password': new ApiError(202, 'Enter correct Password'),
        'easy to guess': new ApiError(400, refused, [{ path: 'newPassword', message: refused }]),
        'too many attempts': new ApiError(429, 'Too many attempts. Please try again in 15 minutes.'),
      },
    },
  },
} satisfies Examples<typeof changePasswordMachine>
