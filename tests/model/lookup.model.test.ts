import { lookup } from '#machines/common/lookup.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/lookup',
  machine: lookup<string>(),
  cases: {},
  outcomes: { loadItems: { done: { read: ['Present'] }, error: commonFailures } },
  project: ({ items }) => ({ items: items.length }),
  states: {
    ready: ({ context: { items } }) => {
      if (items.length === 0) throw new Error('the items that were read are gone')
    },
  },
})
