import { examples } from '#machines/schedule/session-saving.examples.ts'
import { sessionSavingMachine } from '#machines/schedule/session-saving.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SavingWorld, sessionSavingInBrowser } from './session-saving.browser.ts'

modelTests<typeof sessionSavingMachine, SavingWorld>({
  name: 'schedule/session-saving',
  machine: sessionSavingMachine,
  ...examples,
  project: ({ session, preview, message, end }) => ({
    isShown: preview !== undefined,
    message,
    entityCacheKey: session.entityCacheKey,
    end: end?.end,
  }),
  states: {
    asking: ({ context }) => {
      if (!context.preview) throw new Error('there is no preview to show')
    },
    failed: ({ context }) => {
      if (!context.message) throw new Error('no failure message')
    },
    rereading: ({ context }) => {
      if (context.session.sessionId === undefined) throw new Error('a new session has no stored version')
    },
  },
  browser: sessionSavingInBrowser,
})
