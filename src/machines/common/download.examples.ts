import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { download } from './download.machine.ts'

export const examples = {
  cases: {
    'download.start': { 'a report': { subject: 'May' }, 'another report': { subject: 'June' } },
    'failure.dismiss': 'bare',
  },
  outcomes: { saveFile: { done: { saved: undefined }, error: commonFailures } },
} satisfies Examples<ReturnType<typeof download<string>>>
