import { ApiError } from '#contract/failures.ts'
import { type RecordFormMachine, recordForm } from '#machines/common/record-form.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'
import { type RecordFormWorld, recordFormInBrowser } from './record-form.browser.ts'

const overtaken = new ApiError(409, 'This note was changed by someone else meanwhile.')

modelTests<RecordFormMachine<number, string, string>, RecordFormWorld>({
  name: 'common/record-form',
  machine: recordForm<number, string, string>(),
  cases: {
    'form.open': { 'in a dialog': { subject: 1 }, 'on a page': { subject: 1, tellsSaved: true } },
    'form.change': 'bare',
    'form.submit': {
      'a text': { values: 'Fire drill' },
      'over an older one': { values: 'Fire drill', over: 'Older drill' },
    },
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
        overtaken,
        'a field is refused': new ApiError(400, 'Too long', [{ path: 'dayNote', message: 'Too long' }]),
      },
    },
  },
  project: ({ isChanged, stored, tellsSaved, values }) => ({ isChanged, stored, tellsSaved, values }),
  states: {
    editing: ({ context: { stored } }) => {
      if (stored === undefined) throw new Error('a form without its record')
    },
    failed: ({ context: { message, values } }) => {
      if (!message) throw new Error('nothing says what failed')
      if (values !== 'Fire drill') throw new Error('what was entered is gone')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: recordFormInBrowser() }),
})
