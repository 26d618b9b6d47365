import { examples } from '#machines/common/record-form.examples.ts'
import { type RecordFormMachine, recordForm } from '#machines/common/record-form.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type RecordFormWorld, recordFormInBrowser } from './record-form.browser.ts'

modelTests<RecordFormMachine<number, string, string>, RecordFormWorld>({
  name: 'common/record-form',
  machine: recordForm<number, string, string>(),
  ...examples,
  project: ({ isChanged, stored, subject, tellsSaved, values }) => ({ isChanged, stored, subject, tellsSaved, values }),
  states: {
    editing: ({ context: { stored } }) => {
      if (stored === undefined) throw new Error('the form has no record')
    },
    failed: ({ context: { message, values } }) => {
      if (!message) throw new Error('no failure message')
      if (values === undefined) throw new Error('the entered values are gone')
    },
  },
  browser: recordFormInBrowser,
})
