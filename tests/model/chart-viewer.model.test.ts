import { examples } from '#machines/workflows/chart-viewer.examples.ts'
import { chartViewerMachine } from '#machines/workflows/chart-viewer.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const BROWSED = 'an administrator browses the workflows, reads one, and downloads it'

modelTests({
  name: 'workflows/chart-viewer',
  machine: chartViewerMachine,
  ...examples,
  project: ({ workflow, naming, closed }) => ({ workflow, naming, closed }),
  untried: { 'drawChart error: *': 'The chart is drawn in the page, without a server call.' },
  browser: {
    because: 'the Workflows page itself',
    file: 'tests/screens/workflows.test.ts',
    events: {
      'place.visit': BROWSED,
      'workflow.open': BROWSED,
      'view.open': {
        file: 'tests/screens/workflows-watch.test.ts',
        test: 'an administrator reviews what a list did, step by step, then watches another tab live',
      },
      'detail.change': {
        file: 'tests/screens/workflows-simulate.test.ts',
        test: 'a workflow is simulated, guards explain refusals, and the path is shared and saved',
      },
      'naming.choose': BROWSED,
      'box.toggle': BROWSED,
      'boxes.close': BROWSED,
      'state.choose': BROWSED,
      'words.change': BROWSED,
      'drawing.retry':
        'workflows are for administrators; a link to one that no longer exists shows the first; a failed drawing can be retried',
    },
  },
})
