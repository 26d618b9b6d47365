import { defineWorkflow } from '#machines/definition/workflow.ts'
import { ptoRequestMachine } from './pto-request.machine.ts'

export const workflow = defineWorkflow({
  name: 'time-off/pto-request',
  title: 'Time-off request lifecycle',
  area: 'Time off',
  machine: ptoRequestMachine,
  examples: () => import('./pto-request.examples.ts'),
  texts: {
    events: {
      'request.edit': 'Edit the request',
      'request.withdraw': 'Withdraw the request',
      'request.accept': 'Accept the request',
      'request.reject': 'Reject the request',
      'request.giveBack': 'Return the time off',
      'request.keep': 'Keep the time off after all',
      'request.cancel': 'Cancel the time off',
    },
    guards: {
      isOwn: 'by the provider who requested it',
      isOwnToCome: 'by the provider who requested it, before it begins',
      isAdministrator: 'by an administrator',
      isAdministratorWithNote: 'by an administrator, with a note',
    },
    states: { givingBack: 'Return requested', givenBack: 'Returned' },
  },
})
