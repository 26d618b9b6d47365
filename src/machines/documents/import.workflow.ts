import { defineWorkflow } from '#machines/definition/workflow.ts'
import { importFlow } from './import.machine.ts'

export const workflow = defineWorkflow({
  name: 'documents/import',
  title: 'Spreadsheet import',
  area: 'Documents',
  machine: importFlow(),
  examples: () => import('./import.examples.ts'),
  texts: {
    events: {
      'import.open': 'Import',
      'file.choose': 'Choose a file',
      'file.remove': 'Remove the file',
      'check.start': 'Check the file',
      'upload.progress': 'Part of the file was sent',
      'import.start': 'Import the rows',
      'import.confirm': 'Confirm',
      'import.cancel': 'Cancel',
      'invitations.send': 'Send the invitations now',
      'invitations.postpone': 'Send the invitations later',
      'import.close': 'Close',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasFile: 'a file is chosen',
      hasMessage: 'the server said why',
      hasGoodRows: { holds: 'some rows can be imported', fails: 'no row can be imported' },
      hasProblems: 'some rows have problems',
      hasInvitations: 'some records can be sent an invitation',
      hasNewerReport: "the check's result has changed",
    },
    actions: {
      clear: 'start over',
      takeFile: 'take the file',
      askForFile: 'ask for a file',
      startAtNothing: 'show no progress yet',
      noteProgress: 'show the progress',
      keepReport: 'show the result',
      keepNewerReport: 'show the new result',
      sendInvitations: 'send the invitations',
      forgetInvitations: 'ask about invitations again',
      postponeInvitations: 'send no invitations yet',
      keepRefusal: 'show the reasons',
      dropRefusal: 'clear the reasons',
      announceDone: 'reload the list',
    },
    calls: {
      checkFile: { does: 'check the file', done: 'The check finished', error: 'The file could not be checked' },
      importRows: { does: 'import the rows', done: 'The rows were imported', error: 'The rows were not imported' },
    },
  },
})
