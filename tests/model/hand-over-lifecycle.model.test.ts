import { examples } from '#machines/people/hand-over-lifecycle.examples.ts'
import { handOverLifecycle } from '#machines/people/hand-over-lifecycle.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'people/hand-over-lifecycle',
  machine: handOverLifecycle,
  ...examples,
  project: () => null,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/handing-over/hand-over.test.ts',
    events: { 'handOver.undo': 'undo gives everything back, tells everyone, and works once' },
  },
})
