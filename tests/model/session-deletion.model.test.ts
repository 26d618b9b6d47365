import { examples } from '#machines/schedule/session-deletion.examples.ts'
import { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SessionDeletionWorld, sessionDeletionInBrowser } from './session-deletion.browser.ts'

modelTests<typeof sessionDeletionMachine, SessionDeletionWorld>({
  name: 'schedule/session-deletion',
  machine: sessionDeletionMachine,
  ...examples,
  project: ({ target: asked, preview, message, isStale }) => ({
    scope: asked?.scope,
    isCounted: preview !== undefined,
    message,
    isStale,
  }),
  states: {
    confirming: ({ context }) => {
      if (!context.target) throw new Error('there is nothing to delete')
    },
    failed: ({ context }) => {
      if (!context.message) throw new Error('no failure message')
    },
  },
  browser: sessionDeletionInBrowser,
})
