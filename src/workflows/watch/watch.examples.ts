import type { Examples } from '#machines/definition/examples.ts'
import type { StepDetails, WatchedMachine, WatchedStep, WatchedTab, WatchReport } from '#workflows/recording/watched.ts'
import type { watchMachine } from './watch.machine.ts'

const here: WatchedTab = { id: '', title: 'Workflows', page: '/workflows', running: [] }
const other: WatchedTab = { id: 'other', title: 'Attendance', page: '/attendance', running: [] }
const list = (id: string, activeAt: number) => ({ id, machine: 'pagedList', activeAt })
const hereWithList: WatchedTab = { ...here, running: [list('x:1', 1)] }
const otherWithList: WatchedTab = { ...other, running: [list('x:9', 2)] }

const machine = (id: string, statechart: string): WatchedMachine => ({
  id,
  machine: statechart,
  count: 1,
  page: '/attendance',
  hasEnded: false,
  states: [`${statechart}.ready`],
})
const machines = [machine('x:1', 'pagedList'), machine('x:2', 'details')]

const step = (number: number, of: string, event: string): WatchedStep => ({
  number,
  at: Date.UTC(2026, 2, 2, 15, 0, number),
  machine: of,
  event,
  from: ['ready'],
  to: ['loading'],
  states: ['pagedList', 'pagedList.loading'],
  transitions: [],
  calls: [{ name: 'loadPage', what: 'started' }],
  emitted: [],
})

const report = (isAll: boolean, steps: readonly WatchedStep[]): { report: WatchReport } => ({
  report: { isAll, machines, steps: [...steps] },
})

const details: StepDetails = {
  number: 1,
  event: { text: '', entries: [{ key: 'type', value: { text: 'page.turn' } }] },
  context: { text: '', entries: [{ key: 'page', value: { text: '2' } }] },
  status: 'active',
  inputs: [],
  emitted: [],
}

export const examples = {
  inputs: {
    'this tab': { tab: '', statechart: 'pagedList', isAutomatic: false },
    'the list, wherever it runs': { tab: '', statechart: 'pagedList', isAutomatic: true },
  },
  cases: {
    'tabs.change': {
      'only this tab': { tabs: [here] },
      'another tab as well': { tabs: [here, other] },
      'the list runs in the only tab': { tabs: [hereWithList] },
      'the list runs in both tabs': { tabs: [hereWithList, otherWithList] },
    },
    'report.come': {
      'no steps yet': report(true, []),
      'steps of two machines': report(true, [step(1, 'x:1', 'page.turn'), step(2, 'x:2', 'details.open')]),
      'one more step': ({ context: { steps } }) =>
        report(false, [step((steps.at(-1)?.number ?? 0) + 1, 'x:1', 'list.refresh')]),
    },
    'workflow.show': {
      'the list, wherever it runs': { statechart: 'pagedList', isAutomatic: true },
      'the details, in this tab': { statechart: 'details', isAutomatic: false },
    },
    'tab.choose': {
      'another tab': { tab: 'other', machine: undefined },
      'this tab': { tab: '', machine: undefined },
      'a machine of another tab': { tab: 'other', machine: 'x:9' },
    },
    'machine.choose': {
      'the list': { machine: 'x:1' },
      'all of them': { machine: undefined },
    },
    'watch.pause': 'bare',
    'watch.goOn': 'bare',
    'step.choose': { 'the first': { number: 1 }, 'an unknown one': { number: 999 } },
    'step.back': 'bare',
    'step.forward': 'bare',
    'step.last': 'bare',
    'steps.clear': 'bare',
  },
  outcomes: {
    readStep: {
      done: { 'its details': details },
      error: { dropped: new Error('This step is no longer available.') },
    },
  },
} satisfies Examples<typeof watchMachine>
