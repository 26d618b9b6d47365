import { examples } from '#machines/workflows/watch.examples.ts'
import { watchMachine } from '#machines/workflows/watch.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'workflows/watch',
  machine: watchMachine,
  ...examples,
  // What can be walked to decides, not which steps they are.
  project: ({ tab, tabs, machine, steps, chosen, until }) => {
    const before = steps.findIndex(({ number }) => number === chosen)
    return {
      tab,
      isThere: tabs.some(({ id }) => id === tab),
      machine,
      steps: Math.min(steps.length, 2),
      chosen: before === -1 ? 'none' : before === 0 ? 'first' : before === steps.length - 1 ? 'last' : 'between',
      isListCut: until !== undefined && until < (steps.at(-1)?.number ?? 0),
    }
  },
  // The tab and the view have nothing to do with each other: where the one moves, the other stands as it began.
  possible: (snapshot, { type }) => {
    const { machine } = snapshot.context
    if (type === 'tabs.change') return snapshot.matches({ view: 'live' }) && machine === undefined
    if (type === 'report.come') return machine === undefined
    return snapshot.matches({ tab: { watched: 'following' } }) || !type.startsWith('machine.')
  },
  states: {
    'view.live': ({ context: { chosen, until, details } }) => {
      if (chosen !== undefined || until !== undefined || details) throw new Error('something is still stood at')
    },
    'view.standing.nothing': ({ context: { chosen } }) => {
      if (chosen !== undefined) throw new Error('there is a step to look at')
    },
    'view.standing.reading': ({ context: { chosen, details } }) => {
      if (chosen === undefined || details)
        throw new Error('it is not known what is read, or what was read before stays')
    },
    'view.standing.shown': ({ context: { details } }) => {
      if (!details) throw new Error('there is nothing to show')
    },
  },
  untried: { '*': 'It follows what this browser remembers: no call goes to a server.' },
  browser:
    'It looks at all others, in this tab and the next: tests/screens/workflows-watch.test.ts watches through it.',
})
