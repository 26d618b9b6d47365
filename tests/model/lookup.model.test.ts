import { examples } from '#machines/common/lookup.examples.ts'
import { lookup } from '#machines/common/lookup.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/lookup',
  machine: lookup<string>(),
  ...examples,
  project: ({ items }) => ({ items: items.length }),
  states: {
    ready: ({ context: { items } }) => {
      if (items.length === 0) throw new Error('the loaded items are gone')
    },
  },
  browser: 'Has no separate screen: tests/screens/admin-home.test.ts chooses from such a list.',
})
