import { examples } from '#workflows/watch/watch.examples.ts'
import { watchMachine } from '#workflows/watch/watch.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const TEST = 'an administrator reviews what a list did, step by step, then watches another tab live'

modelTests({
  name: 'workflows/watch',
  machine: watchMachine,
  ...examples,
  project: ({ tab, statechart, isAutomatic, tabs, machine, steps, chosen, until }) => ({
    tab,
    statechart,
    isAutomatic,
    tabs: tabs.map(({ id, running }) => [id, ...running.map((each) => each.id)]),
    machine,
    steps: steps.map((step) => [step.number, step.machine]),
    chosen,
    until,
  }),
  // The tab and the view are independent: while one moves, the other stays in its initial state. The search for a
  // machine needs no steps, and what a person chose is tried without machines that run.
  possible: (snapshot, event) => {
    const { machine, steps, isAutomatic, statechart, tabs } = snapshot.context
    const isLive = snapshot.matches({ view: 'live' })
    const isFinding = isAutomatic || statechart === 'details' || tabs.some(({ running }) => running.length > 0)
    if (event.type === 'workflow.show') return steps.length === 0 && isLive && (isFinding || tabs.length === 0)
    if (isFinding && !isAutomatic) return false
    if (isFinding && event.type === 'report.come')
      return event.report.steps.length === 0 || (tabs.length === 0 && event.report.steps.length === 2)
    if (isFinding && event.type === 'tab.choose') return event.machine !== undefined
    if (isFinding && event.type === 'machine.choose') return event.machine !== undefined
    if (isFinding) return !event.type.startsWith('step')
    if (event.type === 'tabs.change')
      return isLive && machine === undefined && event.tabs.every(({ running }) => running.length === 0)
    if (event.type === 'tab.choose') return event.machine === undefined
    // With other tabs, only what the tab's end changes.
    if (tabs.length > 0) return event.type === 'steps.clear' || (event.type === 'report.come' && steps.length === 0)
    if (event.type === 'report.come') return machine === undefined && steps.length < 2
    return snapshot.matches({ tab: { watched: 'following' } }) || event.type !== 'machine.choose'
  },
  states: {
    'view.live': ({ context: { chosen, until, details } }) => {
      if (chosen !== undefined || until !== undefined || details) throw new Error('a step is still selected')
    },
    'view.paused': ({ context: { until } }) => {
      if (until === undefined) throw new Error('the view would go on by itself')
    },
    'view.paused.nothing': ({ context: { chosen } }) => {
      if (chosen !== undefined) throw new Error('a step is selected')
    },
    'view.paused.reading': ({ context: { chosen, details } }) => {
      if (chosen === undefined || details) throw new Error('no step is selected, or earlier details are still there')
    },
    'view.paused.shown': ({ context: { details } }) => {
      if (!details) throw new Error('there is nothing to show')
    },
  },
  untried: { '*': 'It reads what this browser stores, without a server call.' },
  browser: {
    because: 'the Workflows page itself',
    file: 'tests/screens/workflows-watch.test.ts',
    events: {
      'tabs.change': TEST,
      'report.come': TEST,
      'workflow.show': 'a running machine is found in any tab, and the drawing follows it',
      'tab.choose': TEST,
      'machine.choose': TEST,
      'watch.pause': TEST,
      'watch.goOn': TEST,
      'step.choose': TEST,
      'step.back': TEST,
      'step.forward': TEST,
      'step.last': TEST,
      'steps.clear': TEST,
    },
  },
})
