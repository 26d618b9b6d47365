import type { ChosenFile } from '#machines/common/chosen-file.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { type RecordedRun, RunFileError, type RunSource, type SavedRun, toRun } from './recorded-run.ts'
import type { recordedRuns } from './recorded-runs.machine.ts'

const source: RunSource = {
  tab: '',
  statechart: 'pagedList',
  title: 'List',
  machine: 'x:1',
  machines: [],
  steps: [
    {
      number: 1,
      at: Date.UTC(2026, 2, 2, 15),
      machine: 'x:1',
      event: 'xstate.init',
      from: [],
      to: ['loading'],
      states: ['pagedList', 'pagedList.loading'],
      transitions: [],
      calls: [{ name: 'loadPage', what: 'started' }],
      emitted: [],
    },
  ],
}
const run: RecordedRun = toRun(source, [])
const slow: SavedRun = { name: 'Slow search', run }
const late: SavedRun = { name: 'Late answer', run }
const file: ChosenFile = { name: 'Fast search.json', size: 2 }
const full = new Error('The quota has been exceeded.')

export const examples = {
  cases: {
    'name.ask': 'bare',
    'name.cancel': 'bare',
    'name.change': 'bare',
    'run.save': {
      'a new name': { name: ' Fast search ', source },
      'no name': { name: ' ', source },
      'a duplicate name': { name: `${slow.name} `, source },
    },
    'run.delete': { 'the first': { name: slow.name }, another: { name: late.name } },
    'file.open': { 'a file': { file } },
  },
  outcomes: {
    readRuns: { done: { one: [slow], two: [slow, late], none: [] }, error: { refused: full } },
    saveRun: { done: { saved: [{ name: 'Fast search', run }] }, error: { full } },
    keepRuns: { done: { gone: undefined }, error: { full } },
    readFile: {
      done: { 'a run': run },
      error: {
        damaged: new RunFileError('This file is damaged, or it is not a recorded run.'),
        unreadable: new Error('NotReadableError'),
      },
    },
  },
} satisfies Examples<ReturnType<typeof recordedRuns<ChosenFile>>>
