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
      'letter.save': 'Save',
      'message.clear': 'Change an entry',
      'dialog.close': 'Close',
    },
    guards: {
      hasMessage: 'the server said why',
      isRunning: { holds: 'letters are being saved', fails: 'nothing is being saved' },
    },
    actions: {
      startOver: 'start over',
      keepSubject: 'remember which letter',
      keepLetter: 'show the letter, and note that it was seen',
      hideLetter: 'hide the letter',
      keepOrder: 'remember what to save',
      keepRun: 'show how far it is',
      keepMessage: 'show why',
      clearMessage: 'hide the message',
      announceSaved: 'reload the list',
      announceEnd: 'say how it ended',
    },
    calls: {
      showLetter: {
        does: 'fill in the letter',
        done: 'The letter was filled in',
        error: 'The letter was not filled in',
      },
      startRun: { does: 'start saving', done: 'The server has begun', error: 'Nothing was started' },
      readRun: { does: 'ask for the letters', done: 'The server answered', error: 'The server did not answer' },
    },
    callsById: {
      findRun: {
        does: 'look for letters that are being saved',
        done: 'The server answered',
        error: 'The server did not answer',
      },
      pollRun: {
        does: 'ask how many letters are saved',
        done: 'The server said how many',
        error: 'The server did not say',
      },
      followRun: {
        does: 'ask whether all letters are saved',
        done: 'The server said whether they are',
        error: 'The server did not say',
      },
    },
    delays: { poll: 'after 1 s' },
  },
})
