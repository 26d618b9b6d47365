import type { Examples } from '#machines/definition/examples.ts'
import type { ChartPlace, chartViewerMachine } from './chart-viewer.machine.ts'

const drawing = { width: 100, height: 100, states: [], edges: [], starts: [] }
const place: ChartPlace = {
  workflow: 'schedule/timesheet-modal',
  view: '',
  detail: '',
  naming: 'words',
  closed: [],
  chosen: undefined,
  words: '',
}

export const examples = {
  inputs: { 'hours on the calendar': place },
  cases: {
    'place.visit': {
      'the same drawing': { place: { ...place, words: 'save' } },
      'another workflow': { place: { ...place, workflow: 'session/session' } },
    },
    'workflow.open': { 'another workflow': { name: 'time-off/pto-request' } },
    'view.open': { 'another view': { view: 'simulate' }, 'the drawing': { view: '' } },
    'detail.change': { 'a detail': { detail: 'day' }, none: { detail: '' } },
    'naming.choose': { 'as in the code': { naming: 'code' }, 'in words': { naming: 'words' } },
    'box.toggle': { 'a box': { id: 'timesheetModal.entering' } },
    'boxes.close': { 'that box': { ids: ['timesheetModal.entering'] } },
    'state.choose': { 'a state': { id: 'timesheetModal.closed' }, none: { id: undefined } },
    'words.change': { 'a search': { words: 'place' } },
    'drawing.retry': 'bare',
  },
  outcomes: { drawChart: { done: { 'a drawing': { drawing } }, error: { 'no file': new Error('not loaded') } } },
} satisfies Examples<typeof chartViewerMachine>
