import { defineWorkflow } from '#machines/definition/workflow.ts'
import { accountMachine } from './account.machine.ts'

export const workflow = defineWorkflow({
  name: 'people/account',
  title: 'Account lifecycle',
  area: 'Permissions',
  machine: accountMachine,
  examples: () => import('./account.examples.ts'),
  texts: {
    events: {
      'account.invite': 'Send the invitation',
      'account.accept': 'Accept the invitation',
      'account.unlink': 'Unlink the identity provider',
      'account.leave': 'Begin a leave',
      'account.return': 'End the leave',
      'account.deactivate': 'Deactivate the user',
      'account.reactivate': 'Activate the user again',
      'account.terminate': 'Terminate the provider',
      'account.rehire': 'Take the provider back',
    },
    guards: {
      isByAdministrator: 'by an administrator',
      mayPutOnLeave: 'by an administrator, for someone else',
      mayDeactivate: 'by an administrator, not for themselves or the last manager',
      mayTerminate: 'as for deactivating, or after the last day',
      isOnLeave: 'the status is On Leave',
      cannotSignIn: 'they have no way to sign in yet',
      isInvited: 'they were sent an invitation',
      isDeactivated: 'the user is deactivated',
    },
  },
})
