import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { providerChangeMachine } from './provider-change.machine.ts'

export const texts = {
  events: {
    'change.approve': 'Approve the change',
    'change.reject': 'Reject the change',
    'change.withdraw': 'Withdraw the change',
    'change.discard': 'Change one of its sessions',
    'change.undo': 'Undo the change',
  },
  guards: { isAdministrator: 'by an administrator', isProvider: 'by the provider' },
} satisfies ChartTexts<typeof providerChangeMachine>
