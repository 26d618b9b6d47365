import { examples } from '#workflows/runs/replay.examples.ts'
import { replayMachine } from '#workflows/runs/replay.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const isInRun = ({ context: { at, count } }: { context: { at: number; count: number } }) => {
  if (at < 0 || at >= count) throw new Error('no step is shown')
}

const TEST = 'a run is saved, downloaded, opened in another browser, and replayed'

modelTests({
  name: 'workflows/replay',
  machine: replayMachine,
  ...examples,
  project: ({ at, count, speed }) => ({ at, count, speed }),
  states: { paused: isInRun, playing: isInRun },
  browser: {
    because: 'the Workflows page itself',
    file: 'tests/screens/workflows-watch.test.ts',
    events: {
      'replay.play': TEST,
      'replay.pause': TEST,
      'step.back': TEST,
      'step.forward': TEST,
      'step.choose': TEST,
      'speed.choose': TEST,
    },
  },
})
