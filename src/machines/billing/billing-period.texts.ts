import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { billingPeriodMachine } from './billing-period.machine.ts'

export const texts = {
  events: {
    'period.end': 'The last day is over',
    'period.lock': 'Lock the period',
    'period.unlock': 'Unlock the period',
  },
  guards: {
    isEveryDayApproved: 'by an administrator, if every day is approved',
    isForced: 'by an administrator, forced',
    isUnlockable: 'by an administrator, if not invoiced, corrected or paid later',
  },
} satisfies ChartTexts<typeof billingPeriodMachine>
