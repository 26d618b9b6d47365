import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { invoiceDeliveryMachine } from './invoice-delivery.machine.ts'

export const texts = {
  events: {
    'mail.accept': 'The mail server takes the message',
    'mail.giveUp': 'The outbox gives up',
    'mail.retry': 'Send again',
  },
} satisfies ChartTexts<typeof invoiceDeliveryMachine>
