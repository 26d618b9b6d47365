/**
 * The lifecycle of an invoice (DESIGN, section 2; docs/decisions/invoices.md). The server refuses what it doesn't allow;
 * the browser uses it to decide what to offer.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

/** Facts for the guards; read from the database in the transaction that makes the change. */
export interface InvoiceFacts {
  /** The user's first role. */
  by: RoleName
  isPaid: boolean
}

export type InvoiceEvent =
  /** A newer invoice for the same work is issued. */
  { type: 'invoice.supersede' } | { type: 'invoice.markPaid' } | { type: 'invoice.unmarkPaid' }

export const INVOICE_STATES = ['issued', 'superseded'] as const

export const invoiceMachine = setup({
  types: {
    context: {} as InvoiceFacts,
    input: {} as InvoiceFacts,
    events: {} as InvoiceEvent,
  },
  guards: {
    isUnpaid: ({ context }) => isAdministrator(context.by) && !context.isPaid,
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isPaid: ({ context }) => isAdministrator(context.by) && context.isPaid,
  },
}).createMachine({
  id: 'invoice',
  description: 'An invoice. What it says never changes.',
  context: ({ input }) => input,
  initial: 'issued',
  states: {
    issued: {
      description: 'It is the current invoice for its work, and owed until it is marked as paid.',
      on: {
        'invoice.supersede': { guard: 'isUnpaid', target: 'superseded' },
        'invoice.markPaid': { guard: 'isAdministrator', target: 'issued' },
        'invoice.unmarkPaid': { guard: 'isPaid', target: 'issued' },
      },
    },
    superseded: {
      type: 'final',
      description: 'A newer invoice for the same work replaced it. It is kept, and no longer owed.',
    },
  },
})
