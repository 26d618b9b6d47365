import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { ChangeTarget } from './event-modal.machine.ts'
import { sampleChanged, samplePreview, sampleWaiting } from './sample-sessions.ts'
import type { sessionDeletionMachine } from './session-deletion.machine.ts'

const target: ChangeTarget = {
  scope: 'occurrence',
  occurrenceId: 5,
  scheduleEventId: 2,
  date: '2026-03-03',
  isRecurring: true,
  entityCacheKey: '3',
  seriesCacheKey: '2',
  isEdited: false,
}
const refusals = {
  ...commonFailures,
  'someone else was first': new ApiError(409, 'Ruth has deleted this session.'),
}

export const examples = {
  cases: {
    'deletion.ask': {
      'one session': { target },
      'a series': { target: { ...target, scope: 'series' } },
      'a session with a request': { target: { ...target, isEdited: true } },
    },
    'deletion.confirm': 'bare',
    'deletion.cancel': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    previewDeletion: {
      done: {
        'a preview': { ...samplePreview(), counts: sampleChanged({ removed: 6 }) },
        'a request waits': { ...samplePreview(), counts: sampleChanged({ removed: 1 }), replaces: sampleWaiting },
      },
      error: { ...refusals, 'no previews': new ApiError(404, 'Not found') },
    },
    deleteSessions: {
      done: {
        deleted: sampleChanged({ removed: 6 }),
        'to be approved': sampleChanged({ removed: 6, isPending: true }),
        'some left alone': sampleChanged({
          removed: 4,
          leftAlone: { approved: 1, locked: 0, expired: 1, editedAlone: 0 },
        }),
      },
      error: { ...refusals, gone: new ApiError(404, 'Session not found.') },
    },
  },
} satisfies Examples<typeof sessionDeletionMachine>
