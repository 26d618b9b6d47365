import { examples } from '#machines/workflows/simulate.examples.ts'
import { selectPlayed, simulateMachine } from '#machines/workflows/simulate.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const atMost = (most: number, count: number) => Math.min(most, count)

modelTests({
  name: 'workflows/simulate',
  machine: simulateMachine,
  ...examples,
  project: ({ simulation, path, done, notice, written }) => ({
    starts: simulation?.starts.length,
    start: path.start,
    steps: atMost(1, path.steps.length),
    done: atMost(1, done),
    notice,
    written,
  }),
  states: {
    choosing: ({ context: { simulation, path } }) => {
      if (simulation?.starts.includes(path.start)) throw new Error('what is known is asked')
    },
    stepping: (snapshot) => {
      if (!selectPlayed(snapshot)) throw new Error('there is nothing to show')
    },
    'stepping.writing': ({ context: { written } }) => {
      if (!written) throw new Error('nothing is written')
    },
    'stepping.looking': ({ context: { written } }) => {
      if (written) throw new Error('what was written is left over')
    },
  },
  untried: { 'loadSimulation error: *': 'A file of the page: no call goes to a server.' },
  browser: 'Other machines are stepped by it: tests/screens/workflows-simulate.test.ts walks through it.',
})
