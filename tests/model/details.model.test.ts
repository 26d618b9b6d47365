import { details } from '#machines/common/details.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/details',
  machine: details<number, string>(),
  cases: {
    'details.open': { 'a row': { subject: 1 }, 'another row': { subject: 2 } },
    'details.close': 'bare',
    'details.retry': 'bare',
  },
  outcomes: { loadDetails: { done: { details: { data: 'Lincoln' } }, error: commonFailures } },
  project: ({ subject }) => ({ subject }),
  states: {
    loading: ({ context: { data } }) => {
      if (data !== undefined) throw new Error("another's details stand there")
    },
    shown: ({ context: { data } }) => {
      if (data !== 'Lincoln') throw new Error('there is nothing to show')
    },
  },
})
