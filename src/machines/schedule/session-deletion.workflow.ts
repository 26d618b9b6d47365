import { defineWorkflow } from '#machines/definition/workflow.ts'
import { sessionDeletionMachine } from './session-deletion.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/session-deletion',
  title: 'Session deletion',
  area: 'Sessions',
  machine: sessionDeletionMachine,
  examples: () => import('./session-deletion.examples.ts'),
  texts: {
    events: {
      'deletion.ask': 'Delete',
      'deletion.confirm': 'Confirm',
      'deletion.cancel': 'Cancel',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasMoreToSay: "it is a series, or a provider's request is waiting",
      hasNoPreviews: 'the server offers no previews',
      hasMessage: 'the server said why',
      isStale: 'someone else changed the sessions first',
    },
    actions: {
      takeTarget: 'note what to delete',
      keepPreview: 'keep the preview',
      keepFailure: "keep the server's message",
      announceDeleted: 'say what was deleted',
      announceOutdated: 'reload the calendar',
    },
    calls: {
      previewDeletion: {
        does: 'preview what will be deleted',
        done: 'The preview loaded',
        error: 'The preview failed',
      },
      deleteSessions: {
        does: 'delete the sessions',
        done: 'The sessions were deleted',
        error: 'The sessions were not deleted',
      },
    },
  },
})
