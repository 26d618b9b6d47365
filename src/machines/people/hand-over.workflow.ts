import { defineWorkflow } from '#machines/definition/workflow.ts'
import { handOverMachine } from './hand-over.machine.ts'

export const workflow = defineWorkflow({
  name: 'people/hand-over',
  title: "Hand-over of a provider's work",
  area: 'Providers',
  machine: handOverMachine,
  examples: () => import('./hand-over.examples.ts'),
  texts: {
    events: {
      'preview.retry': 'Try again',
      'day.choose': 'Choose the first day',
      'choices.change': 'Choose who takes what',
      'work.handOver': 'Hand over',
      'work.confirm': 'Confirm',
      'work.cancel': 'Cancel',
      'undo.ask': 'Undo a hand-over',
      'undo.confirm': 'Undo',
      'undo.cancel': 'Cancel',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasMessage: 'the server said why',
      isStale: 'something changed since the preview',
      isShown: 'an earlier preview is on the page',
      isAnythingMoving: 'at least one item moves',
    },
    actions: {
      takeDay: 'note the first day',
      takeChoices: 'note the choices',
      keepPreview: 'show the preview',
      takeHandOver: 'note which hand-over to undo',
      keepUndo: 'show what goes back',
      forgetUndo: 'forget the hand-over to undo',
      keepFailure: "keep the server's message",
      keepMessage: "keep the server's message",
      clearMessage: 'clear the message',
      announce: 'say what has moved',
    },
    calls: {
      previewWork: { does: 'preview the choices', done: 'The preview loaded', error: 'The preview did not load' },
      handOverWork: {
        does: 'hand the work over',
        done: 'The work was handed over',
        error: 'The work was not handed over',
      },
      previewUndo: {
        does: 'ask what would go back',
        done: 'The answer loaded',
        error: 'The answer did not load',
      },
      undoHandOver: { does: 'undo the hand-over', done: 'The work is back', error: 'The work is not back' },
    },
  },
})
