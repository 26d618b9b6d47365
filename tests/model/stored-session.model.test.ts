import { ApiError } from '#contract/failures.ts'
import { sampleStoredSession } from '#machines/schedule/sample-sessions.ts'
import { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'
import { type StoredSessionWorld, storedSessionInBrowser } from './stored-session.browser.ts'

const stored = sampleStoredSession({ id: 5, scheduleEventRecurrenceId: 5 })

modelTests<typeof storedSessionMachine, StoredSessionWorld>({
  name: 'schedule/stored-session',
  machine: storedSessionMachine,
  inputs: {
    'one occurrence': { scope: 'occurrence', id: 5, isEdit: true },
    'a series': { scope: 'series', id: 2, isEdit: true },
  },
  cases: { 'load.retry': 'bare' },
  outcomes: {
    loadSession: {
      done: { read: stored },
      error: { ...commonFailures, gone: new ApiError(404, 'No such session') },
    },
  },
  project: ({ session, message }) => ({ isLoaded: session !== undefined, message }),
  states: {
    loaded: ({ context }) => {
      if (!context.session) throw new Error('there is nothing to show')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: storedSessionInBrowser() }),
})
