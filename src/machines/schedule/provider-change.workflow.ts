import { defineWorkflow } from '#machines/definition/workflow.ts'
import { providerChangeMachine } from './provider-change.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/provider-change',
  title: "Provider's change of whole sessions",
  area: 'Sessions',
  machine: providerChangeMachine,
  examples: () => import('./provider-change.examples.ts'),
  texts: {
    events: {
      'change.approve': 'Approve the change',
      'change.reject': 'Reject the change',
      'change.withdraw': 'Withdraw the change',
      'change.discard': 'Change one of its sessions',
      'change.undo': 'Undo the change',
    },
    guards: { isAdministrator: 'by an administrator', isProvider: 'by the provider' },
  },
})
