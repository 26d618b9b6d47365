import { ApiError } from '#contract/failures.ts'
import { recordForm } from '#machines/common/record-form.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const overtaken = new ApiError(409, 'This note was changed by someone else meanwhile.')

modelTests({
  name: 'common/record-form',
  machine: recordForm<number, string, string>(),
  cases: {
    'form.open': { 'a note': { subject: 1 } },
    'form.change': 'bare',
    'form.submit': { 'a text': { values: 'Fire drill' } },
    'form.close': 'bare',
    'close.confirm': 'bare',
    'close.dismiss': 'bare',
    'failure.dismiss': 'bare',
    'read.retry': 'bare',
  },
  outcomes: {
    readRecord: { done: { read: { stored: 'No drill' } }, error: commonFailures },
    rereadRecord: { done: { read: { stored: 'Their drill' } }, error: commonFailures },
    saveRecord: {
      done: { saved: { outcome: 'Fire drill' } },
      error: {
        ...commonFailures,
        overtaken,
        'a field is refused': new ApiError(400, 'Too long', [{ path: 'dayNote', message: 'Too long' }]),
      },
    },
  },
  project: ({ isChanged, stored, values }) => ({ isChanged, stored, values }),
  states: {
    editing: ({ context: { stored } }) => {
      if (stored === undefined) throw new Error('a form without its record')
    },
    failed: ({ context: { message, values } }) => {
      if (!message) throw new Error('nothing says what failed')
      if (values !== 'Fire drill') throw new Error('what was entered is gone')
    },
  },
})
