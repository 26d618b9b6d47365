import { defineWorkflow } from '#machines/definition/workflow.ts'
import { acknowledgmentMachine } from './acknowledgment.machine.ts'

export const workflow = defineWorkflow({
  name: 'documents/acknowledgment',
  title: 'Acknowledgment of a document',
  area: 'Documents',
  machine: acknowledgmentMachine,
  examples: () => import('./acknowledgment.examples.ts'),
  texts: {
    events: {
      'document.open': 'Open the document',
      'document.accept': 'Read and accepted',
      'request.withdraw': 'Withdraw the request',
      'version.replace': 'Upload a newer version',
    },
  },
})
