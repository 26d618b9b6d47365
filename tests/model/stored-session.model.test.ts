import { expect } from 'vitest'
import { examples } from '#machines/schedule/stored-session.examples.ts'
import { purposeOf, storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type StoredSessionWorld, storedSessionInBrowser } from './stored-session.browser.ts'

modelTests<typeof storedSessionMachine, StoredSessionWorld>({
  name: 'schedule/stored-session',
  machine: storedSessionMachine,
  ...examples,
  project: ({ session, message }) => ({
    loaded: session && [session.isEventPassed, session.readOnlyReason],
    message,
  }),
  states: {
    loaded: ({ context: { query, session } }) => {
      if (!session) throw new Error('there is nothing to show')
      const isLocked = session.isEventPassed || session.readOnlyReason !== null
      const purpose = isLocked ? 'passed' : query.scope === 'series' ? 'editSeries' : 'editOccurrence'
      expect(purposeOf(query, session)).toBe(query.isEdit ? purpose : 'view')
    },
  },
  browser: storedSessionInBrowser,
})
