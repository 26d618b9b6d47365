import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { feedbackMachine } from './feedback.machine.ts'

export const texts = {
  events: {
    'labels.choose': 'Choose labels',
    'note.open': 'Open the note',
    'note.type': 'Type',
    'note.save': 'Save',
    'note.cancel': 'Cancel',
    'failure.dismiss': 'OK',
  },
  guards: {
    areLabelsStored: 'these labels are stored',
    isNoteStored: 'the note did not change',
    hasMessage: 'the server said why',
  },
  actions: {
    chooseLabels: 'show the chosen labels',
    markSent: 'note which labels are sent',
    markStored: 'note which labels are stored',
    restoreLabels: 'show the stored labels',
    typeNote: 'keep the text',
    restoreNote: 'show the stored note',
    keepNote: 'keep the saved note',
    keepLabelsFailure: "keep the server's message",
    keepNoteFailure: 'show why it was not saved',
    clearLabelsFailure: 'clear the message',
    clearNoteFailure: 'clear the message',
    tellSaved: 'say that it was saved',
  },
  calls: {
    saveLabels: { does: 'save the labels', done: 'The labels were saved', error: 'The labels were not saved' },
    saveNote: { does: 'save the note', done: 'The note was saved', error: 'The note was not saved' },
  },
} satisfies ChartTexts<typeof feedbackMachine>
