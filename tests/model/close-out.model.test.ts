import { examples } from '#machines/billing/close-out.examples.ts'
import { closeOutMachine } from '#machines/billing/close-out.machine.ts'
import { type CloseOutWorld, closeOutInBrowser } from './close-out.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof closeOutMachine, CloseOutWorld>({
  name: 'billing/close-out',
  machine: closeOutMachine,
  ...examples,
  project: ({ closeOut, daysToLookAt, isStale, isVisible, chosen, message }) => ({
    unrated: closeOut?.unrated.length,
    toLookAt: daysToLookAt?.length,
    isStale,
    isVisible,
    chosen,
    message,
  }),
  states: {
    failed: ({ context: { closeOut } }) => {
      if (closeOut) throw new Error('what was read is gone')
    },
    checkingHours: ({ context: { closeOut } }) => {
      if (!closeOut) throw new Error('there is nothing to show')
    },
    ready: ({ context: { closeOut } }) => {
      if (!closeOut) throw new Error('there is nothing to show')
    },
    refreshing: ({ context: { closeOut } }) => {
      if (!closeOut) throw new Error('what was read before is gone')
    },
    refused: ({ context: { message } }) => {
      if (!message) throw new Error('nothing says why')
    },
  },
  browser: closeOutInBrowser,
})
