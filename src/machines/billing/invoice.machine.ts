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
  /** Something is owed on it, by the school or to it. */
  hasBalance: boolean
}

export type InvoiceEvent =
  /** A newer invoice for the same work is issued, or a credit note. What was paid may count there. */
  { type: 'invoice.supersede'; keepsPayment: boolean } | { type: 'invoice.markPaid' } | { type: 'invoice.unmarkPaid' }

export const invoiceMachine = setup({
  types: {
    context: {} as InvoiceFacts,
    input: {} as InvoiceFacts,
    events: {} as InvoiceEvent,
  },
  guards: {
    losesNoPayment: ({ context, event }) =>
      isAdministrator(context.by) && (!context.isPaid || (event.type === 'invoice.supersede' && event.keepsPayment)),
    canBePaid: ({ context }) => isAdministrator(context.by) && context.hasBalance,
    isPaid: ({ context }) => isAdministrator(context.by) && context.isPaid,
  },
}).createMachine({
  id: 'invoice',
  description: 'An invoice. What it says never changes.',
  context: ({ input }) => input,
  initial: 'issued',
  states: {
    issued: {
      description:
        'It is the current invoice for its work, and owed until it is marked as paid. A credit note is issued like one.',
      on: {
        'invoice.supersede': { guard: 'losesNoPayment', target: 'superseded' },
        'invoice.markPaid': { guard: 'canBePaid', target: 'issued' },
        'invoice.unmarkPaid': { guard: 'isPaid', target: 'issued' },
      },
    },
    superseded: {
      type: 'final',
      description:
        'A newer invoice for the same work replaced it, or a credit note took it back. It is kept, and no longer owed.',
    },
  },
})
