import { examples } from '#machines/schedule/feedback.examples.ts'
import { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/feedback',
  machine: feedbackMachine,
  ...examples,
  project: ({ labels, storedLabels, sentLabels, note, storedNote, labelsFailure, noteFailure }) => ({
    labels,
    storedLabels,
    sentLabels,
    note: note.trim(),
    storedNote,
    labelsFailure,
    noteFailure,
  }),
  states: {
    'labels.refused': ({ context: { labelsFailure } }) => {
      if (!labelsFailure) throw new Error('nothing says why the labels were refused')
    },
    'note.closed': ({ context: { note, storedNote } }) => {
      if (note.trim() !== storedNote.trim()) throw new Error('a note is lost')
    },
  },
  browser: 'A part of the day and of the details: tests/screens/admin-home.test.ts records labels and notes by it.',
})
