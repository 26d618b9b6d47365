import { defineWorkflow } from '#machines/definition/workflow.ts'
import { upload } from './upload.machine.ts'

export const workflow = defineWorkflow({
  name: 'documents/upload',
  title: 'File upload',
  area: 'Documents',
  machine: upload(),
  examples: () => import('./upload.examples.ts'),
  texts: {
    events: {
      'upload.open': 'Upload',
      'file.choose': 'Choose a file',
      'file.remove': 'Remove the file',
      'upload.start': 'Send the file',
      'file.ask': 'Send, while another field is missing',
      'upload.progress': 'Part of the file was sent',
      'upload.close': 'Close',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasFile: 'a file is chosen',
      hasNoFile: 'no file is chosen',
      isNewFile: 'it is not the one that is chosen already',
      hasMessage: 'the server said why',
    },
    actions: {
      clear: 'start over',
      takeFile: 'take the file',
      askForFile: 'ask for a file',
      takeFields: 'keep what the form says',
      startAtNothing: 'show no progress yet',
      noteProgress: 'show the progress',
      keepRefusal: 'show the reasons',
      announceDone: 'reload the list',
    },
    calls: {
      sendFile: { does: 'send the file', done: 'The server accepted the file', error: 'The file was not accepted' },
    },
  },
})
