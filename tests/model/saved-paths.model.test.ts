import { examples } from '#machines/workflows/saved-paths.examples.ts'
import { savedPathsMachine } from '#machines/workflows/saved-paths.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'workflows/saved-paths',
  machine: savedPathsMachine,
  ...examples,
  project: ({ paths, problem }) => ({ paths: paths.map(({ name }) => name), problem }),
  states: {
    naming: ({ context: { paths } }) => {
      if (new Set(paths.map(({ name }) => name)).size < paths.length) throw new Error('two have one name')
    },
  },
  untried: { '*': 'The browser keeps them: no call goes to a server.' },
  browser: 'A list of the page of workflows: tests/screens/workflows-simulate.test.ts keeps a path and opens it again.',
})
