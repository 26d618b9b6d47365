import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { forgotPasswordMachine } from './forgot-password.machine.ts'

export const examples = {
  cases: {
    'form.submit': {
      'one address': { form: { email: 'ana@example.org' } },
      'another address': { form: { email: 'bo@example.org' } },
    },
    'field.edit': 'bare',
    'dialog.close': 'bare',
    'success.dismiss': 'bare',
  },
  outcomes: {
    sendLink: {
      done: { accepted: null },
      error: {
        ...commonFailures,
        'too many attempts': new ApiError(429, 'Too many attempts. Please try again in 60 minutes.'),
      },
    },
  },
} satisfies Examples<typeof forgotPasswordMachine>
