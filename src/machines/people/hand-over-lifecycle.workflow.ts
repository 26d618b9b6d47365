import { defineWorkflow } from '#machines/definition/workflow.ts'
import { handOverLifecycle } from './hand-over-lifecycle.machine.ts'

export const workflow = defineWorkflow({
  name: 'people/hand-over-lifecycle',
  title: 'Hand-over lifecycle',
  area: 'Providers',
  machine: handOverLifecycle,
  examples: () => import('./hand-over-lifecycle.examples.ts'),
  texts: {
    events: { 'handOver.undo': 'Undo the hand-over' },
    guards: {
      allGoesBack: 'by an administrator, if everything can go back',
      someGoesBack: 'by an administrator, if something can go back',
    },
  },
})
