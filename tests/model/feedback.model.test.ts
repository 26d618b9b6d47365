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
  // The two kinds differ only in their calls: of a session, either one label is added, or the note changes.
  possible: (snapshot, { type, ...event }) => {
    const { target, labels, storedLabels, note, storedNote } = snapshot.context
    if (target.kind === 'student') return true
    const areLabelsAsStarted = labels.join() === 'Present,Helped' && storedLabels.join() === labels.join()
    const isNoteAsStarted = note === ' Went well.' && storedNote === note && snapshot.matches({ note: 'closed' })
    if ('labels' in event) return isNoteAsStarted && event.labels.length > 2 && snapshot.matches({ labels: 'settled' })
    return !type.startsWith('note.') || areLabelsAsStarted
  },
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
