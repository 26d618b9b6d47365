import { examples } from '#workflows/simulate/saved-paths.examples.ts'
import { type SavedPath, savedPathsMachine } from '#workflows/simulate/saved-paths.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const namesOf = (paths: readonly SavedPath[]) => paths.map(({ name }) => name)

const TEST = 'a workflow is simulated, guards explain refusals, and the path is shared and saved'

modelTests({
  name: 'workflows/saved-paths',
  machine: savedPathsMachine,
  ...examples,
  project: ({ paths, wanted, problem }) => ({ paths: namesOf(paths), wanted: namesOf(wanted), problem }),
  states: {
    naming: ({ context: { paths } }) => {
      if (new Set(paths.map(({ name }) => name)).size < paths.length) throw new Error('two paths have the same name')
    },
  },
  untried: { '*': 'Paths are kept in the browser, without a server call.' },
  browser: {
    because: 'the Workflows page itself',
    file: 'tests/screens/workflows-simulate.test.ts',
    events: {
      'name.ask': TEST,
      'name.cancel': TEST,
      'name.change': TEST,
      'path.save': TEST,
      'path.delete': TEST,
    },
  },
})
