import { examples } from '#machines/schedule/provider-change.examples.ts'
import { providerChangeMachine } from '#machines/schedule/provider-change.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/provider-change',
  machine: providerChangeMachine,
  ...examples,
  project: () => null,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/schedule/deciding-requests.test.ts',
    events: {
      'change.approve': 'approving makes the change that was shown, tells the provider, and can be undone',
      'change.reject': 'rejecting keeps the sessions, and tells the provider why',
      'change.withdraw': 'a provider withdraws their own request, and no one else does',
      'change.discard': 'a later change names the request, discards it, and tells the provider',
      'change.undo': 'approving makes the change that was shown, tells the provider, and can be undone',
    },
  },
})
