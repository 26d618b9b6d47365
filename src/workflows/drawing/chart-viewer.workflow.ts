import { defineWorkflow } from '#machines/definition/workflow.ts'
import { chartViewerMachine } from './chart-viewer.machine.ts'

export const workflow = defineWorkflow({
  name: 'workflows/chart-viewer',
  title: 'Workflow viewer',
  area: 'Workflows',
  machine: chartViewerMachine,
  examples: () => import('./chart-viewer.examples.ts'),
  texts: {
    events: {
      'place.visit': 'Follow a link, or go back',
      'workflow.open': 'Open a workflow',
      'view.open': 'Choose a view',
      'detail.change': 'Change something in the view',
      'naming.choose': 'Show or hide code names',
      'box.toggle': 'Collapse or expand a box',
      'boxes.close': 'Collapse or expand all boxes',
      'state.choose': 'Select a state',
      'words.change': 'Type in the search',
      'drawing.retry': 'Try again',
    },
    guards: {
      isDrawn: 'the drawing stays the same',
    },
    actions: {
      takePlace: 'go there',
      openWorkflow: 'show the workflow',
      openView: 'show the view',
      keepDetail: 'note it in the address',
      chooseNaming: 'switch the names',
      toggleBox: 'collapse or expand it',
      closeBoxes: 'collapse or expand them',
      choose: 'mark the state',
      search: 'mark what was found',
      keepDrawing: 'show the drawing',
    },
    calls: {
      drawChart: { does: 'lay out the drawing', done: 'The drawing is ready', error: 'The drawing failed' },
    },
  },
})
