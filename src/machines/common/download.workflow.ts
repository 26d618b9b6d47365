import { defineWorkflow } from '#machines/definition/workflow.ts'
import { download } from './download.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/download',
  title: 'File download',
  area: 'Documents',
  machine: download(),
  examples: () => import('./download.examples.ts'),
  texts: {
    events: {
      'download.start': 'Download',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasMessage: 'the server said why',
    },
    actions: {
      takeSubject: 'note what to download',
      keepFailure: "keep the server's message",
    },
    calls: {
      saveFile: {
        does: 'create and save the file',
        done: 'The file was saved',
        error: 'The file could not be created',
      },
    },
  },
})
