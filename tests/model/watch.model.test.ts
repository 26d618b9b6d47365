import { examples } from '#machines/workflows/watch.examples.ts'
import { watchMachine } from '#machines/workflows/watch.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'workflows/watch',
  machine: watchMachine,
  ...examples,
  project: ({ tab, tabs, machine, steps, chosen, until }) => ({
    tab,
    tabs: tabs.map(({ id }) => id),
    machine,
    steps: steps.map((step) => [step.number, step.machine]),
    chosen,
    until,
  }),
  // The tab and the view are independent: while one moves, the other stays in its initial state.
  possible: (snapshot, { type }) => {
    const { machine, steps } = snapshot.context
    if (type === 'tabs.change') return snapshot.matches({ view: 'live' }) && machine === undefined
    if (type === 'report.come') return machine === undefined && steps.length < 2
    return snapshot.matches({ tab: { watched: 'following' } }) || !type.startsWith('machine.')
  },
  states: {
    'view.live': ({ context: { chosen, until, details } }) => {
      if (chosen !== undefined || until !== undefined || details) throw new Error('a step is still selected')
    },
    'view.standing.nothing': ({ context: { chosen } }) => {
      if (chosen !== undefined) throw new Error('a step is selected')
    },
    'view.standing.reading': ({ context: { chosen, details } }) => {
      if (chosen === undefined || details) throw new Error('no step is selected, or earlier details are still there')
    },
    'view.standing.shown': ({ context: { details } }) => {
      if (!details) throw new Error('there is nothing to show')
    },
  },
  untried: { '*': 'It reads what this browser stores, without a server call.' },
  browser: 'It watches all other machines, in this tab and in others: tests/screens/workflows-watch.test.ts covers it.',
})
