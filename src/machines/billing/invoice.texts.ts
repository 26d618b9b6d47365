import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { invoiceMachine } from './invoice.machine.ts'

export const texts = {
  events: {
    'invoice.supersede': 'Issue a newer invoice for the same work',
    'invoice.markPaid': 'Mark as paid',
    'invoice.unmarkPaid': 'Remove the paid mark',
  },
  guards: {
    isUnpaid: 'by an administrator, if it is not marked as paid',
    isAdministrator: 'by an administrator',
    isPaid: 'by an administrator, if it is marked as paid',
  },
} satisfies ChartTexts<typeof invoiceMachine>
