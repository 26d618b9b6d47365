import { download } from '#machines/common/download.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/download',
  machine: download<string>(),
  cases: {
    'download.start': { 'a report': { subject: 'May' }, 'another report': { subject: 'June' } },
    'failure.dismiss': 'bare',
  },
  outcomes: { saveFile: { done: { saved: undefined }, error: commonFailures } },
  project: ({ subject }) => ({ subject }),
  states: {
    running: ({ context: { message } }) => {
      if (message !== undefined) throw new Error("an earlier file's failure stands there")
    },
    failed: ({ context: { message } }) => {
      if (!message) throw new Error('nothing says what failed')
    },
  },
})
