import type { ApiClient } from '#contract/api-client.ts'
import { lockOutPeriod } from '#contract/billing.ts'
import { previewSendInvoices, sendInvoices } from '#contract/invoice-history.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import type { Period } from '#domain/billing/period.ts'
import { invoiceSendingMachine } from '#machines/billing/invoice-sending.machine.ts'
import { lockOutMachine, type PeriodToLock } from '#machines/billing/lock-out.machine.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import type { Services } from '../services.ts'

const lockOutActors = (client: ApiClient) => ({
  lockPeriod: fromCall<{ message: string }, PeriodToLock>(async ({ isForced, ...period }) => {
    await client.call(lockOutPeriod, { body: { ...period, isForceFullLockOut: isForced } })
    return { message: lockOutMessages.locked(period) }
  }),
})

const invoiceSendingActors = (client: ApiClient) => ({
  planSending: fromCall((period: Period, signal) => client.call(previewSendInvoices, { body: period }, { signal })),
  sendInvoices: fromCall((period: Period) => client.call(sendInvoices, { body: period })),
})

export const billingWorkflows = ({ client }: Services) => [
  provide(lockOutMachine, { actors: lockOutActors(client) }),
  provide(invoiceSendingMachine, { actors: invoiceSendingActors(client) }),
]
