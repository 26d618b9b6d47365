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
      if (items.length === 0) throw new Error('the items that were read are gone')
    },
  },
  browser: 'A list behind a choice, without a screen of its own: the screens that offer one choose from it.',
})
