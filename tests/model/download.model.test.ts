import { examples } from '#machines/common/download.examples.ts'
import { download } from '#machines/common/download.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/download',
  machine: download<string>(),
  ...examples,
  project: ({ subject, message }) => ({ subject, message }),
  states: {
    running: ({ context: { message } }) => {
      if (message !== undefined) throw new Error("an earlier file's failure is still shown")
    },
    failed: ({ context: { message } }) => {
      if (!message) throw new Error('no failure message')
    },
  },
  browser: 'The browser saves the file: tests/screens/imports.test.ts downloads and reads one.',
})
