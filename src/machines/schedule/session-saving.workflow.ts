import { defineWorkflow } from '#machines/definition/workflow.ts'
import { sessionSavingMachine } from './session-saving.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/session-saving',
  title: 'Session saving',
  area: 'Sessions',
  machine: sessionSavingMachine,
  examples: () => import('./session-saving.examples.ts'),
  texts: {
    events: {
      'preview.confirm': 'Save',
      'preview.back': 'Back',
      'failure.dismiss': 'OK',
    },
    guards: {
      isToBeShown: 'a series, clashes, a discarded request, or a note on rate types',
      hasNoPreviews: 'the server offers no previews',
      isFieldRefusal: 'fields need to be corrected',
      isStale: 'someone else changed the session first',
      hasMessage: 'the server said why',
    },
    actions: {
      keepPreview: 'keep the preview',
      keepError: "keep the server's message",
      keepVersion: 'keep the stored version for the next try',
      endSaved: 'report what was saved',
      endRefused: 'report the fields to correct',
      endReturned: 'return to the form',
    },
    calls: {
      previewSession: { does: 'preview each date', done: 'The preview loaded', error: 'The preview failed' },
      saveSession: { does: 'save the session', done: 'The session was saved', error: 'The session was not saved' },
      rereadSession: {
        does: 'load the stored session again',
        done: 'The stored session loaded',
        error: 'The stored session did not load',
      },
    },
  },
})
