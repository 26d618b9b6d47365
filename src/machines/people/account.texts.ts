import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { accountMachine } from './account.machine.ts'

export const texts = {
  events: {
    'account.invite': 'Send the invitation again',
    'account.accept': 'Choose the first password, or sign in with an identity provider',
    'account.unlink': 'Unlink the identity provider of someone without a password',
    'account.leave': 'Set the status to On Leave',
    'account.return': 'Set the status to Active after a leave',
    'account.deactivate': 'Deactivate the user',
    'account.reactivate': 'Activate the user again',
    'account.terminate': 'Terminate the provider, or the last day ends',
    'account.rehire': 'Take a terminated provider back',
  },
  guards: {
    isByOffice: 'by an administrator',
    mayPutOnLeave: 'by an administrator, for someone else',
    mayDeactivate: 'by an administrator, for someone else who is not the last manager',
    mayTerminate: 'as for deactivating, or by the server after the last day',
    isOnLeave: 'the status is On Leave',
    hasNoWayIn: 'they have no way to sign in yet',
    isDeactivated: 'the user is deactivated',
  },
} satisfies ChartTexts<typeof accountMachine>
