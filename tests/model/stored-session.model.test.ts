import { ApiError } from '#contract/failures.ts'
import { toWire } from '#contract/schedule-event-payload.ts'
import type { StoredSession } from '#contract/session-form.ts'
import { emptySessionForm } from '#domain/session-form.ts'
import { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const empty = emptySessionForm({ date: '2026-03-03' })
const form = { ...empty, schoolId: 1, serviceId: 10, rule: { type: 'none' as const }, endDate: empty.date }
const stored: StoredSession = {
  ...toWire(form, { userId: 1, id: 5 }),
  scheduleEventId: 2,
  scheduleEventRecurrenceId: 5,
  isEventPassed: false,
  readOnlyReason: null,
  entityCacheKey: '3',
}

modelTests({
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
})
