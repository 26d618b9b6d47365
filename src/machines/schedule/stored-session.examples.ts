import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import { sampleStoredSession } from './sample-sessions.ts'
import type { storedSessionMachine } from './stored-session.machine.ts'

const stored = sampleStoredSession({ id: 5, scheduleEventRecurrenceId: 5 })

export const examples = {
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
} satisfies Examples<typeof storedSessionMachine>
