import { defineWorkflow } from '#machines/definition/workflow.ts'
import { feedbackMachine } from './feedback.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/feedback',
  title: 'Tracking labels',
  area: 'Days and hours',
  machine: feedbackMachine,
  examples: () => import('./feedback.examples.ts'),
  texts: {
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
  },
})
