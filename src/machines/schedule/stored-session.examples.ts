import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { sampleStoredSession } from './sample-sessions.ts'
import type { storedSessionMachine } from './stored-session.machine.ts'

const stored = sampleStoredSession({ id: 5, scheduleEventRecurrenceId: 5 })

export const examples = {
  inputs: {
    'one occurrence': { scope: 'occurrence', id: 5, isEdit: true },
    'a series': { scope: 'series', id: 2, isEdit: true },
    'to look at': { scope: 'occurrence', id: 6, isEdit: false },
    'to copy': { scope: 'occurrence', id: 7, isEdit: false, withDeleted: true },
  },
  cases: { 'load.retry': 'bare' },
  outcomes: {
    loadSession: {
      done: {
        read: stored,
        'on an approved day': { ...stored, readOnlyReason: '03/03/2026 is approved.' },
        over: { ...stored, isEventPassed: true },
      },
      error: { ...commonFailures, gone: new ApiError(404, 'No such session') },
    },
  },
} satisfies Examples<typeof storedSessionMachine>
