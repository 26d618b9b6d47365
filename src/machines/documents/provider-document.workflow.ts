import { defineWorkflow } from '#machines/definition/workflow.ts'
import { providerDocumentMachine } from './provider-document.machine.ts'

export const workflow = defineWorkflow({
  name: 'documents/provider-document',
  title: 'Document of a provider',
  area: 'Documents',
  machine: providerDocumentMachine,
  examples: () => import('./provider-document.examples.ts'),
  texts: {
    events: {
      'document.nearExpiry': 'No more than 60 days are left',
      'document.expire': 'The last day is over',
      'document.replace': 'Upload a newer version',
      'document.delete': 'Delete',
      'version.return': 'Go back to this version',
      'document.restore': 'Restore',
      'document.purge': 'Its 30 days are over',
    },
    guards: {
      goesWithLatest: { holds: 'the latest version is deleted', fails: 'the latest version stays' },
      isEarlier: { holds: 'a newer version had replaced it', fails: 'it was the latest version' },
    },
  },
})
