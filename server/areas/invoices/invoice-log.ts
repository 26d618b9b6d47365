import { z } from 'zod'
import { formatDate } from '#domain/time.ts'
import { loggedDetail } from '#server/lifecycle/logged-detail.ts'

const invoiceDetailSchema = z.object({
  /** The number of what took its place. */
  by: z.string().optional(),
  paidOn: z.string().optional(),
  reference: z.string().nullish(),
})

export const invoiceDetail = loggedDetail(invoiceDetailSchema, ({ by, paidOn, reference }) => [
  ...(by === undefined ? [] : [`Replaced by ${by}`]),
  ...(paidOn === undefined ? [] : [`Paid on ${formatDate(paidOn)}`]),
  ...(reference ? [`Reference: ${reference}`] : []),
])
