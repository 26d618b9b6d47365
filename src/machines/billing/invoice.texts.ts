import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { invoiceMachine } from './invoice.machine.ts'

export const texts = {
  events: {
    'invoice.supersede': 'Issue a newer invoice for the same work, or a credit note',
    'invoice.markPaid': 'Mark as paid',
    'invoice.unmarkPaid': 'Remove the paid mark',
  },
  guards: {
    losesNoPayment: 'by an administrator, if unpaid or its payment counts for the newer one',
    canBePaid: 'by an administrator, if something is owed on it',
    isPaid: 'by an administrator, if it is marked as paid',
  },
} satisfies ChartTexts<typeof invoiceMachine>
