import { examples } from '#machines/common/download.examples.ts'
import { type DownloadMachine, download } from '#machines/common/download.machine.ts'
import { type DownloadWorld, downloadInBrowser } from './download.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<DownloadMachine<string>, DownloadWorld>({
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
  browser: downloadInBrowser,
})
