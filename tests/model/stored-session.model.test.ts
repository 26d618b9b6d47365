import { examples } from '#machines/schedule/stored-session.examples.ts'
import { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type StoredSessionWorld, storedSessionInBrowser } from './stored-session.browser.ts'

modelTests<typeof storedSessionMachine, StoredSessionWorld>({
  name: 'schedule/stored-session',
  machine: storedSessionMachine,
  ...examples,
  project: ({ session, message }) => ({ isLoaded: session !== undefined, message }),
  states: {
    loaded: ({ context }) => {
      if (!context.session) throw new Error('there is nothing to show')
    },
  },
  browser: storedSessionInBrowser,
})
