import { examples } from '#machines/workflows/replay.examples.ts'
import { replayMachine } from '#machines/workflows/replay.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const isInRun = ({ context: { at, count } }: { context: { at: number; count: number } }) => {
  if (at < 0 || at >= count) throw new Error('no step is shown')
}

modelTests({
  name: 'workflows/replay',
  machine: replayMachine,
  ...examples,
  project: ({ at, count, speed }) => ({ at, count, speed }),
  states: { paused: isInRun, playing: isInRun },
  browser: 'It replays a saved run: tests/screens/workflows-watch.test.ts covers it.',
})
