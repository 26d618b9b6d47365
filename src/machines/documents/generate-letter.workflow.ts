import { defineWorkflow } from '#machines/definition/workflow.ts'
import { generateLetterMachine } from './generate-letter.machine.ts'

export const workflow = defineWorkflow({
  name: 'documents/generate-letter',
  title: 'Generating letters',
  area: 'Documents',
  machine: generateLetterMachine,
  examples: () => import('./generate-letter.examples.ts'),
  texts: {
    events: {
      'letter.open': 'Generate letter',
      'letter.show': 'Preview',
      'letter.hide': 'Close the preview',
      'message.clear': 'Change an entry',
      'dialog.close': 'Close',
    },
    actions: {
      startOver: 'start over',
      keepSubject: 'remember which letter',
      keepLetter: 'show the letter, and note that it was seen',
      hideLetter: 'hide the letter',
      keepMessage: 'show why',
      clearMessage: 'hide the message',
    },
    calls: {
      showLetter: {
        does: 'fill in the letter',
        done: 'The letter was filled in',
        error: 'The letter was not filled in',
      },
    },
  },
})
