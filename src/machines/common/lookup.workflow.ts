import { defineWorkflow } from '#machines/definition/workflow.ts'
import { lookup } from './lookup.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/lookup',
  title: 'Lookup list',
  area: 'Lists and forms',
  machine: lookup(),
  examples: () => import('./lookup.examples.ts'),
  texts: {
    events: {},
    actions: {
      keepItems: 'offer the items',
    },
    calls: {
      loadItems: { does: 'load the list', done: 'The list loaded', error: 'The list did not load' },
    },
  },
})
