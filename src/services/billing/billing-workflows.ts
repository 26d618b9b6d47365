import type { ApiClient } from '#contract/api-client.ts'
import { lockOutPeriod } from '#contract/billing.ts'
import {
  cancelInvoiceRun,
  generateInvoice,
  type InvoiceRun,
  previewInvoice,
  readInvoiceRun,
  startInvoiceRun,
} from '#contract/invoices.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import type { Period } from '#domain/billing/period.ts'
import {
  type GeneratedInvoice,
  generateInvoiceMachine,
  type InvoiceOrder,
  type InvoicePreview,
} from '#machines/billing/generate-invoice.machine.ts'
import { invoiceRunMachine } from '#machines/billing/invoice-run.machine.ts'
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

const orderBody = ({ studentIds, serviceIds, ...order }: InvoiceOrder) => ({
  ...order,
  studentIds: studentIds.join(),
  serviceIds: serviceIds.join(),
})

const generateInvoiceActors = (client: ApiClient) => ({
  previewInvoice: fromCall<InvoicePreview, InvoiceOrder>((order, signal) =>
    client.call(previewInvoice, { body: orderBody(order) }, { signal }),
  ),
  generateInvoice: fromCall<GeneratedInvoice, InvoiceOrder>((order) =>
    client.call(generateInvoice, { body: orderBody(order) }),
  ),
})

const invoiceRunActors = (client: ApiClient) => ({
  readRun: fromCall<InvoiceRun | null, { id: number | undefined }>((body, signal) =>
    client.call(readInvoiceRun, { body }, { signal }),
  ),
  startRun: fromCall<InvoiceRun, Period>(({ startDate, endDate }) =>
    client.call(startInvoiceRun, { body: { startDate, endDate } }),
  ),
  cancelRun: fromCall<InvoiceRun, { id: number }>((body) => client.call(cancelInvoiceRun, { body })),
})

export const billingWorkflows = ({ client }: Services) => [
  provide(lockOutMachine, { actors: lockOutActors(client) }),
  provide(generateInvoiceMachine, { actors: generateInvoiceActors(client) }),
  provide(invoiceRunMachine, { actors: invoiceRunActors(client) }),
]
