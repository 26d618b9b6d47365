import { examples } from '#machines/workflows/chart-viewer.examples.ts'
import { chartViewerMachine } from '#machines/workflows/chart-viewer.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'workflows/chart-viewer',
  machine: chartViewerMachine,
  ...examples,
  project: ({ workflow, naming, closed }) => ({ workflow, naming, closed }),
  untried: { 'drawChart error: *': 'It is drawn in the page: no call goes to a server.' },
  browser: 'The page of workflows itself: tests/screens/workflows.test.ts walks through it.',
})
