import { sql } from 'drizzle-orm'
import { getInvoiceHistory } from '#contract/invoice-history.ts'
import { INVOICE_STATES } from '#domain/billing/invoice.ts'
import { invoiceMachine } from '#machines/billing/invoice.machine.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { idOf, isRowId, none, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { invoiceDetail } from './invoice-log.ts'

const invoiceState = sql`case when ${invoices.supersededById} is null then 'issued' else 'superseded' end`

/** An invoice is the school's, not a provider's. */
export const invoiceLifecycle: StoredLifecycle = {
  name: 'billing/invoice',
  machine: invoiceMachine.id,
  logged: invoiceDetail,
  states: INVOICE_STATES,
  shownBy: [getInvoiceHistory],
  keepsLoops: true,
  finalStates: INVOICE_STATES,
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${invoices.id}::text as entity, ${invoiceState} as state,
      ${invoices.issuedOn} as date, ${none.time} as start_time, ${none.instant} as due_at
    from ${invoices} where ${isBound ? sql`false` : sql`true`}`,
  details: (keys) => sql`select keys.entity, ${invoices.invoiceNumber} as label, ${none.id} as provider_id,
      '' as provider_name, ${invoices.issuedOn} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring, ${invoiceState} as state, ${invoices.issuedAt} as begins_at
    from ${keys} as keys
    join ${invoices} on ${invoices.id} = ${idOf(sql`keys.entity`)}`,
  beginsAt: (entity) => sql`(select ${invoices.issuedAt} from ${invoices} where ${invoices.id} = ${idOf(entity)})`,
  dueAt: () => none.instant,
  isOfProvider: () => sql`false`,
}
