import type { ApiClient } from '#contract/api-client.ts'
import {
  type CloseOut,
  type DayToLookAt,
  lockOutPeriod,
  readCloseOut,
  readDaysToLookAt,
  setRateType,
} from '#contract/billing.ts'
import { previewSendInvoices, sendInvoices } from '#contract/invoice-history.ts'
import { generateInvoice, previewInvoice } from '#contract/invoices.ts'
import { closeOutMessages } from '#domain/billing/close-out.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import type { Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { closeOutMachine, type RateTypeToSave } from '#machines/billing/close-out.machine.ts'
import {
  type GeneratedInvoice,
  generateInvoiceMachine,
  type InvoiceOrder,
  type InvoicePreview,
} from '#machines/billing/generate-invoice.machine.ts'
import { invoiceSendingMachine } from '#machines/billing/invoice-sending.machine.ts'
import { lockOutMachine, type PeriodToLock } from '#machines/billing/lock-out.machine.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import type { Services } from '../services.ts'
import { watchWindow } from './watch-window.ts'

const lockOutActors = (client: ApiClient) => ({
  lockPeriod: fromCall<{ message: string }, PeriodToLock>(async ({ isForced, ...period }) => {
    await client.call(lockOutPeriod, { body: { ...period, isForceFullLockOut: isForced } })
    return { message: lockOutMessages.locked(period) }
  }),
})

const closeOutActors = (client: ApiClient) => ({
  watchWindow,
  readCloseOut: fromCall<CloseOut, { startDate: LocalDate }>((body, signal) =>
    client.call(readCloseOut, { body }, { signal }),
  ),
  readDaysToLookAt: fromCall<DayToLookAt[], { startDate: LocalDate }>((body, signal) =>
    client.call(readDaysToLookAt, { body }, { signal }),
  ),
  saveRateType: fromCall<{ message: string }, RateTypeToSave>(async (body) => {
    await client.call(setRateType, { body })
    return { message: closeOutMessages.rateTypeChosen }
  }),
})

const invoiceSendingActors = (client: ApiClient) => ({
  planSending: fromCall((period: Period, signal) => client.call(previewSendInvoices, { body: period }, { signal })),
  sendInvoices: fromCall((period: Period) => client.call(sendInvoices, { body: period })),
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

export const billingWorkflows = ({ client }: Services) => [
  provide(lockOutMachine, { actors: lockOutActors(client) }),
  provide(closeOutMachine, { actors: closeOutActors(client) }),
  provide(invoiceSendingMachine, { actors: invoiceSendingActors(client) }),
  provide(generateInvoiceMachine, { actors: generateInvoiceActors(client) }),
]
