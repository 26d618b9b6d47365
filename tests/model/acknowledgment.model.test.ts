import { examples } from '#machines/documents/acknowledgment.examples.ts'
import { acknowledgmentMachine } from '#machines/documents/acknowledgment.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const ACCEPTED = 'a letter is accepted by its provider, once it was opened, with name, time and checksum'

modelTests({
  name: 'documents/acknowledgment',
  machine: acknowledgmentMachine,
  ...examples,
  project: () => ({}),
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/letters/letters.test.ts',
    events: {
      'document.open': ACCEPTED,
      'document.accept': ACCEPTED,
      'request.withdraw':
        'a request that was withdrawn cannot be accepted; of an answer and a withdrawal at once, one counts',
      'version.replace':
        'a newer version by an administrator is to be accepted again; what the portal cannot show is not asked for',
    },
  },
})
