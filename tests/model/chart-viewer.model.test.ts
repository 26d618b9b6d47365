import { examples } from '#workflows/drawing/chart-viewer.examples.ts'
import { chartViewerMachine } from '#workflows/drawing/chart-viewer.machine.ts'
import { type ChartViewerWorld, chartViewerInBrowser } from './chart-viewer.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof chartViewerMachine, ChartViewerWorld>({
  name: 'workflows/chart-viewer',
  machine: chartViewerMachine,
  ...examples,
  project: ({ workflow, view, detail, naming, closed, words }) => ({ workflow, view, detail, naming, closed, words }),
  untried: { 'drawChart error: *': 'The chart is drawn in the page, without a server call.' },
  browser: chartViewerInBrowser,
})
