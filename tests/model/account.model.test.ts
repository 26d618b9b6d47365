import { examples } from '#machines/people/account.examples.ts'
import { accountMachine } from '#machines/people/account.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'people/account',
  machine: accountMachine,
  ...examples,
  project: () => null,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/providers/accounts.test.ts',
    events: {
      'account.invite': 'is sent again on request, and only the newest link works',
      'account.accept': 'sets the first password, once',
      'account.unlink': 'that loses its only way in can be invited again',
      'account.leave': 'that begins and ends leaves a line in the log each',
      'account.return': 'that begins and ends leaves a line in the log each',
      'account.deactivate': 'refuses the link',
      'account.reactivate': 'comes back as it was',
      'account.terminate': 'ends every way in at once',
      'account.rehire': 'is taken back with the old password',
    },
  },
})
