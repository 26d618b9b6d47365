import { examples } from '#machines/workflows/chart-viewer.examples.ts'
import { chartViewerMachine } from '#machines/workflows/chart-viewer.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'workflows/chart-viewer',
  machine: chartViewerMachine,
  ...examples,
  project: ({ workflow, naming, closed }) => ({ workflow, naming, closed }),
  untried: { 'drawChart error: *': 'The chart is drawn in the page, without a server call.' },
  browser: 'This is the workflows page itself: tests/screens/workflows.test.ts covers it.',
})
