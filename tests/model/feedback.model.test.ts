import { ApiError } from '#contract/failures.ts'
import { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const stored = { trackingLabels: 'Present', trackingFeedback: 'Went well.' }

const failures = {
  ...commonFailures,
  'somebody was faster': new ApiError(409, 'Someone else changed it meanwhile.', [], {
    trackingLabels: 'Goal met',
    trackingFeedback: 'Sick at home',
  }),
}

modelTests({
  name: 'schedule/feedback',
  machine: feedbackMachine,
  inputs: { 'one label and a note': { target: { kind: 'student', id: 5 }, feedback: stored } },
  cases: {
    'labels.choose': { 'one more': { labels: ['Present', 'Goal met'] }, 'as before': { labels: ['Present'] } },
    'note.open': 'bare',
    'note.type': { 'another note': { note: 'Practised /r/.' }, 'the same note': { note: 'Went well. ' } },
    'note.save': 'bare',
    'note.cancel': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    saveLabels: { done: { saved: { ...stored, trackingLabels: 'Present,Goal met' } }, error: failures },
    saveNote: { done: { saved: { ...stored, trackingFeedback: 'Practised /r/.' } }, error: failures },
  },
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
})
