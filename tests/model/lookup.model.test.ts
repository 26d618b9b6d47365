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
  browser: {
    because: 'several screens use it',
    file: 'tests/screens/admin-home.test.ts',
    events: {
      'loadItems done':
        "a student's labels and note are recorded from the details of the session, and those of a Basic session",
      'loadItems error':
        "a student's labels and note are recorded from the details of the session, and those of a Basic session",
    },
  },
})
