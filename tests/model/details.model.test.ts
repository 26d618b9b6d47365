import { examples } from '#machines/common/details.examples.ts'
import { details } from '#machines/common/details.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/details',
  machine: details<number, string>(),
  ...examples,
  project: ({ subject }) => ({ subject }),
  states: {
    loading: ({ context: { data } }) => {
      if (data !== undefined) throw new Error("another row's details are still shown")
    },
    shown: ({ context: { data } }) => {
      if (data !== 'Lincoln') throw new Error('there is nothing to show')
    },
  },
  browser: 'Several lists have such rows: tests/screens/attendance.test.ts opens one.',
})
