import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { details } from './details.machine.ts'

export const examples = {
  cases: {
    'details.open': { 'a row': { subject: 1 }, 'another row': { subject: 2 } },
    'details.close': 'bare',
    'details.retry': 'bare',
    'details.refresh': 'bare',
    'details.follow': 'bare',
  },
  outcomes: {
    loadDetails: {
      done: { details: { data: 'Lincoln' }, 'changed details': { data: 'Maple' } },
      error: commonFailures,
    },
  },
} satisfies Examples<ReturnType<typeof details<number, string>>>
