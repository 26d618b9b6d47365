import { examples } from '#machines/documents/provider-document.examples.ts'
import { providerDocumentMachine } from '#machines/documents/provider-document.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'documents/provider-document',
  machine: providerDocumentMachine,
  ...examples,
  project: ({ goesWithLatest, isEarlier }) => ({ goesWithLatest, isEarlier }),
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/documents/documents.test.ts',
    events: {
      'document.nearExpiry': 'are told of once, 60, 30 and 7 days before they expire and once afterward',
      'document.expire': 'are told of once, 60, 30 and 7 days before they expire and once afterward',
      'document.replace': 'keep their earlier versions, and go with all of them',
      'document.delete': 'keep their earlier versions, and go with all of them',
      'version.return': 'go back to the earlier version, which counts again',
      'document.restore': 'are restored with their versions for 30 days, and then purged with their files',
      'document.purge': 'are restored with their versions for 30 days, and then purged with their files',
    },
  },
})
