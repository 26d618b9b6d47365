import { examples } from '#machines/schedule/feedback.examples.ts'
import { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { type FeedbackWorld, feedbackInBrowser } from './feedback.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof feedbackMachine, FeedbackWorld>({
  name: 'schedule/feedback',
  machine: feedbackMachine,
  ...examples,
  project: ({ labels, storedLabels, sentLabels, note, storedNote, labelsFailure, noteFailure }) => ({
    labels,
    storedLabels,
    sentLabels,
    note,
    storedNote,
    labelsFailure,
    noteFailure,
  }),
  states: {
    'labels.refused': ({ context: { labelsFailure } }) => {
      if (!labelsFailure) throw new Error('no reason for refusing the labels')
    },
    'note.closed': ({ context: { note, storedNote } }) => {
      if (note.trim() !== storedNote.trim()) throw new Error('an unsaved note is lost')
    },
  },
  browser: feedbackInBrowser,
})
