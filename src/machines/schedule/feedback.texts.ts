import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { feedbackMachine } from './feedback.machine.ts'

export const texts = {
  events: {
    'labels.choose': 'Choose labels',
    'failure.dismiss': 'OK',
  },
  guards: {
    areLabelsStored: 'these labels are stored',
    hasMessage: 'the server said why',
  },
  actions: {
    chooseLabels: 'show the chosen labels',
    markSent: 'note which labels are sent',
    markStored: 'note which labels are stored',
    restoreLabels: 'show the stored labels',
    keepLabelsFailure: "keep the server's message",
    clearLabelsFailure: 'clear the message',
    tellSaved: 'say that it was saved',
  },
  calls: {
    saveLabels: { does: 'save the labels', done: 'The labels were saved', error: 'The labels were not saved' },
  },
} satisfies ChartTexts<typeof feedbackMachine>
