import { ApiError } from '#contract/failures.ts'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'
import { sampleChanged, samplePreview } from '#machines/schedule/sample-sessions.ts'
import { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const target: ChangeTarget = {
  scope: 'occurrence',
  occurrenceId: 5,
  scheduleEventId: 2,
  date: '2026-03-03',
  isRecurring: true,
  entityCacheKey: '3',
  seriesCacheKey: '2',
}
const refusals = {
  ...commonFailures,
  'somebody else was faster': new ApiError(409, 'Ruth deleted this session meanwhile.'),
}

modelTests({
  name: 'schedule/session-deletion',
  machine: sessionDeletionMachine,
  cases: {
    'deletion.ask': { 'one session': { target }, 'a series': { target: { ...target, scope: 'series' } } },
    'deletion.confirm': 'bare',
    'deletion.cancel': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    previewDeletion: {
      done: { 'what goes': { ...samplePreview(), counts: sampleChanged({ removed: 6 }) } },
      error: { ...refusals, 'no previews here': new ApiError(404, 'Not found') },
    },
    deleteSessions: {
      done: { deleted: sampleChanged({ removed: 6 }) },
      error: { ...refusals, gone: new ApiError(404, 'There is no such session.') },
    },
  },
  project: ({ target: asked, preview, message, isOvertaken }) => ({
    scope: asked?.scope,
    isCounted: preview !== undefined,
    message,
    isOvertaken,
  }),
  states: {
    confirming: ({ context }) => {
      if (!context.target) throw new Error('nothing is to be deleted')
    },
    failed: ({ context }) => {
      if (!context.message) throw new Error('nothing says what failed')
    },
  },
})
