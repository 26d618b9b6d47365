import { examples } from '#workflows/simulate/simulate.examples.ts'
import { selectPlayed, simulateMachine } from '#workflows/simulate/simulate.machine.ts'
import { writePath } from '#workflows/simulate/simulation-path.ts'
import { modelTests } from './harness/model-tests.ts'

const TEST = 'a workflow is simulated, guards explain refusals, and the path is shared and saved'

modelTests({
  name: 'workflows/simulate',
  machine: simulateMachine,
  ...examples,
  project: ({ simulation, path, done, notice, written }) => ({
    starts: simulation?.starts,
    path: writePath(path),
    done,
    notice,
    written,
  }),
  // Paths of one step have everything that longer ones have, except their length.
  possible: ({ context: { done } }, { type }) => done < 1 || (type !== 'step.take' && type !== 'payload.send'),
  states: {
    choosing: ({ context: { simulation, path } }) => {
      if (simulation?.starts.includes(path.start)) throw new Error('asks for a known start')
    },
    stepping: (snapshot) => {
      if (!selectPlayed(snapshot)) throw new Error('there is nothing to show')
    },
    'stepping.writing': ({ context: { written } }) => {
      if (!written) throw new Error('there is no text to edit')
    },
    'stepping.looking': ({ context: { written } }) => {
      if (written) throw new Error('earlier text is still there')
    },
  },
  untried: { 'loadSimulation error: *': 'Loads a file of the page, without an API call.' },
  browser: {
    because: 'the Workflows page itself',
    file: 'tests/screens/workflows-simulate.test.ts',
    events: {
      'address.visit': TEST,
      'simulation.retry': TEST,
      'start.choose': TEST,
      'start.leave': TEST,
      'step.take': TEST,
      'step.visit': TEST,
      'path.rewind': TEST,
      'payload.write': TEST,
      'payload.change': TEST,
      'payload.send': TEST,
      'payload.cancel': TEST,
    },
  },
})
