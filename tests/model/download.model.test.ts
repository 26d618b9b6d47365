import { examples } from '#machines/common/download.examples.ts'
import { download } from '#machines/common/download.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/download',
  machine: download<string>(),
  ...examples,
  project: ({ subject }) => ({ subject }),
  states: {
    running: ({ context: { message } }) => {
      if (message !== undefined) throw new Error("an earlier file's failure stands there")
    },
    failed: ({ context: { message } }) => {
      if (!message) throw new Error('nothing says what failed')
    },
  },
  browser: 'The browser takes the file: tests/screens/imports.test.ts saves one and reads it.',
})
