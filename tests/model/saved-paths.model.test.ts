import { examples } from '#machines/workflows/saved-paths.examples.ts'
import { type SavedPath, savedPathsMachine } from '#machines/workflows/saved-paths.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const namesOf = (paths: readonly SavedPath[]) => paths.map(({ name }) => name)

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
  browser: 'A list on the workflows page: tests/screens/workflows-simulate.test.ts saves a path and reopens it.',
})
