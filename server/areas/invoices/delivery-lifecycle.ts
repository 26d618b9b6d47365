import { sql } from 'drizzle-orm'
import { getInvoiceHistory } from '#contract/invoice-history.ts'
import { DELIVERY_STATES } from '#domain/billing/invoice-history.ts'
import { invoiceDeliveryMachine } from '#machines/billing/invoice-delivery.machine.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { idOf, isRowId, none, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { deliveryDetail } from './deliveries.ts'

const sentOn = sql`(${invoiceDeliveries.createdAt} at time zone ${param.timeZone})::date`

export const deliveryLifecycle: StoredLifecycle = {
  name: 'billing/invoice-delivery',
  machine: invoiceDeliveryMachine.id,
  logged: deliveryDetail,
  states: DELIVERY_STATES,
  shownBy: [getInvoiceHistory],
  keepsLoops: false,
  finalStates: ['sent'],
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${invoiceDeliveries.id}::text as entity, ${invoiceDeliveries.state} as state,
      ${sentOn} as date, ${none.time} as start_time, ${invoiceDeliveries.createdAt} as due_at
    from ${invoiceDeliveries} where ${isBound ? sql`false` : sql`true`}`,
  details: (keys) => sql`select keys.entity, ${invoices.invoiceNumber} as label, ${none.id} as provider_id,
      '' as provider_name, ${sentOn} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring, ${invoiceDeliveries.state} as state,
      ${invoiceDeliveries.createdAt} as begins_at
    from ${keys} as keys
    join ${invoiceDeliveries} on ${invoiceDeliveries.id} = ${idOf(sql`keys.entity`)}
    join ${invoices} on ${invoices.id} = ${invoiceDeliveries.invoiceId}`,
  turnedAt: (record) => sql`(select ${invoiceDeliveries.endedAt} from ${invoiceDeliveries}
    where ${invoiceDeliveries.id} = ${idOf(sql`${record}.entity`)})`,
  beginsAt: (entity) => sql`(select ${invoiceDeliveries.createdAt} from ${invoiceDeliveries}
    where ${invoiceDeliveries.id} = ${idOf(entity)})`,
  dueAt: (entity) => sql`(select ${invoiceDeliveries.createdAt} from ${invoiceDeliveries}
    where ${invoiceDeliveries.id} = ${idOf(entity)})`,
  isOfProvider: () => sql`false`,
}
