import { examples } from '#machines/documents/provider-document.examples.ts'
import { providerDocumentMachine } from '#machines/documents/provider-document.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'documents/provider-document',
  machine: providerDocumentMachine,
  ...examples,
  project: ({ goesWithLatest }) => ({ goesWithLatest }),
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/documents/documents.test.ts',
    events: {
      'document.nearExpiry': 'are told of once, 60, 30 and 7 days before they expire and once afterward',
      'document.expire': 'are told of once, 60, 30 and 7 days before they expire and once afterward',
      'document.replace': 'keep their earlier versions, and go with all of them',
      'document.delete': 'keep their earlier versions, and go with all of them',
    },
  },
})
