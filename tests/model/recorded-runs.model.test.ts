import type { ChosenFile } from '#machines/common/chosen-file.ts'
import { examples } from '#workflows/runs/recorded-runs.examples.ts'
import { recordedRuns } from '#workflows/runs/recorded-runs.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const namesOf = (runs: readonly { readonly name: string }[]) => runs.map(({ name }) => name)

const TEST = 'a run is saved, downloaded, opened in another browser, and replayed'

modelTests({
  name: 'workflows/recorded-runs',
  machine: recordedRuns<ChosenFile>(),
  ...examples,
  project: ({ runs, wanted, left, file, fromFile, problem }) => ({
    runs: namesOf(runs),
    wanted: wanted?.name,
    left: namesOf(left),
    file: file?.name,
    fromFile: fromFile?.name,
    problem,
  }),
  states: {
    listed: ({ context: { runs, file } }) => {
      if (new Set(namesOf(runs)).size < runs.length) throw new Error('two runs have the same name')
      if (file) throw new Error('the file has been read')
    },
    opening: ({ context: { problem } }) => {
      if (problem !== undefined) throw new Error('the problem of an earlier file is still shown')
    },
  },
  untried: { '*': 'Runs are kept in the browser, without a server call.' },
  browser: {
    because: 'the Workflows page itself',
    file: 'tests/screens/workflows-watch.test.ts',
    events: {
      'name.ask': TEST,
      'name.cancel': TEST,
      'name.change': TEST,
      'run.save': TEST,
      'run.delete': TEST,
      'file.open': TEST,
    },
  },
})
