import { ApiError } from '#contract/failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { RecordFormMachine } from './record-form.machine.ts'

const stale = new ApiError(409, 'Someone else has changed this note.')

export const examples = {
  cases: {
    'form.open': {
      'in a dialog': { subject: 1 },
      'another in a dialog': { subject: 2 },
      'on a page': { subject: 1, tellsSaved: true },
    },
    'form.change': 'bare',
    'form.submit': {
      'a text': { values: 'Fire drill' },
      'another text': { values: 'Early dismissal' },
      'over an older one': { values: 'Fire drill', over: 'Older drill' },
    },
    'form.ask': { 'a text': { values: 'Fire drill' } },
    'question.dismiss': 'bare',
    'form.reload': 'bare',
    'form.close': 'bare',
    'close.confirm': 'bare',
    'close.dismiss': 'bare',
    'failure.dismiss': 'bare',
    'success.dismiss': 'bare',
    'read.retry': 'bare',
  },
  outcomes: {
    readRecord: { done: { read: { stored: 'No drill' } }, error: commonFailures },
    rereadRecord: { done: { read: { stored: 'Their drill' } }, error: commonFailures },
    saveRecord: {
      done: { saved: { outcome: 'Fire drill' } },
      error: {
        ...commonFailures,
        stale,
        'a field is refused': new ApiError(400, 'Too long', [{ path: 'dayNote', message: 'Too long' }]),
      },
    },
  },
} satisfies Examples<RecordFormMachine<number, string, string>>
