import { defineWorkflow } from '#machines/definition/workflow.ts'
import { recordForm } from './record-form.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/record-form',
  title: 'Form',
  area: 'Lists and forms',
  machine: recordForm(),
  examples: () => import('./record-form.examples.ts'),
  texts: {
    events: {
      'form.open': 'Open the form',
      'form.change': 'Enter something',
      'form.submit': 'Save',
      'form.ask': 'Save, which asks a question first',
      'question.dismiss': 'Cancel the question',
      'form.reload': 'Load the new version',
      'form.close': 'Cancel',
      'close.confirm': 'Discard the changes',
      'close.dismiss': 'Keep editing',
      'failure.dismiss': 'OK',
      'success.dismiss': 'OK',
      'read.retry': 'Try again',
    },
    guards: {
      hasEntries: 'something was entered',
      tellsSaved: 'the form says that it was saved',
      isFieldRefusal: 'fields need to be corrected',
      isStale: 'someone else changed the record first',
      hasMessage: 'the server said why',
    },
    actions: {
      takeSubject: 'note which record it is',
      keepStored: 'keep the stored record',
      noteChange: 'note that something was entered',
      takeValues: 'take the entries',
      takeAsked: 'take the entries',
      keepOutcome: 'keep what the server said',
      keepMessage: "keep the server's message",
      sayKept: 'say that the entries were kept',
      clearMessage: 'clear the message',
      announceSaved: 'report what was saved',
      announceClosed: 'close the form',
      announceFinished: 'close the form',
      announceRefusal: 'mark the fields that the server rejected',
    },
    calls: {
      readRecord: { does: 'load the record', done: 'The record loaded', error: 'The record did not load' },
      saveRecord: { does: 'save the record', done: 'The record was saved', error: 'The record was not saved' },
    },
    callsById: {
      rereadRecord: {
        does: 'load the record again',
        done: 'The record loaded again',
        error: 'The record did not load again',
      },
    },
  },
})
