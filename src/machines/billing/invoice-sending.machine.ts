/**
 * Emailing all invoices of a period: the dialog in which an administrator chooses it, reads how many invoices will be
 * sent and which are left out, and sends them (spec 2, section 2.12).
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { InvoiceSending } from '#contract/invoice-history.ts'
import type { Period } from '#domain/billing/period.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

interface InvoiceSendingContext {
  period: Period | undefined
  /** What will be sent, or was. */
  sending: InvoiceSending | undefined
  /** Why the server refused. */
  message: string | undefined
}

export type InvoiceSendingEvent =
  | { type: 'dialog.open' }
  | { type: 'dialog.close' }
  | { type: 'period.submit'; period: Period }
  /** Back to the dates. */
  | { type: 'period.change' }
  | { type: 'sending.confirm' }
  | { type: 'failure.dismiss' }

const periodOf = ({ period }: InvoiceSendingContext): Period => {
  if (period === undefined) throw new RangeError('No period was submitted')
  return period
}

export const invoiceSendingMachine = setup({
  types: {
    context: {} as InvoiceSendingContext,
    events: {} as InvoiceSendingEvent,
    /** Invoices are waiting to be sent: what the list shows is out of date. */
    emitted: {} as { type: 'invoices.queued' },
    tags: {} as Tag,
  },
  actors: {
    planSending: notProvided<InvoiceSending, Period>('planSending'),
    sendInvoices: notProvided<InvoiceSending, Period>('sendInvoices'),
  },
  guards: {
    hasMessage,
    hasInvoices: ({ context }) => context.sending !== undefined && context.sending.count > 0,
  },
  actions: {
    forget: assign({ period: undefined, sending: undefined, message: undefined }),
    keepPeriod: assign(({ event }) => {
      assertEvent(event, 'period.submit')
      return { period: event.period, sending: undefined }
    }),
    keepSending: assign((_, sending: InvoiceSending) => ({ sending })),
    keepMessage: assign({ message: messageOf }),
    clearMessage: assign({ message: undefined }),
    announceQueued: emit({ type: 'invoices.queued' }),
  },
}).createMachine({
  id: 'invoice-sending',
  description: 'The dialog that emails all invoices of a period.',
  initial: 'closed',
  context: { period: undefined, sending: undefined, message: undefined },
  states: {
    closed: {
      description: 'The dialog is closed.',
      on: { 'dialog.open': { target: 'choosing', actions: 'forget' } },
    },
    choosing: {
      description: 'The user chooses the first and last day of the period.',
      on: {
        'period.submit': { target: 'planning', actions: 'keepPeriod' },
        'dialog.close': 'closed',
      },
    },
    planning: {
      description: 'The server says which invoices would be sent.',
      tags: 'busy',
      invoke: {
        id: 'planSending',
        src: 'planSending',
        input: ({ context }) => periodOf(context),
        onDone: { target: 'asking', actions: { type: 'keepSending', params: ({ event }) => event.output } },
        onError: [{ guard: 'hasMessage', target: 'unplanned', actions: 'keepMessage' }, { target: 'choosing' }],
      },
    },
    unplanned: {
      description: 'The server refused; its message is shown until OK.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'choosing', actions: 'clearMessage' } },
    },
    asking: {
      description: 'The user reads how many invoices will be sent, and which are left out and why.',
      on: {
        'sending.confirm': { guard: 'hasInvoices', target: 'sending' },
        'period.change': 'choosing',
        'dialog.close': 'closed',
      },
    },
    sending: {
      description: 'The server puts the emails into the outbox.',
      tags: 'busy',
      invoke: {
        id: 'sendInvoices',
        src: 'sendInvoices',
        input: ({ context }) => periodOf(context),
        onDone: {
          target: 'told',
          actions: [{ type: 'keepSending', params: ({ event }) => event.output }, 'announceQueued'],
        },
        onError: [{ guard: 'hasMessage', target: 'refused', actions: 'keepMessage' }, { target: 'asking' }],
      },
    },
    refused: {
      description: 'The server refused to send; its message is shown until OK.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'asking', actions: 'clearMessage' } },
    },
    told: {
      description: 'The user reads what will be sent. It may be less than announced, if someone else was faster.',
      on: { 'dialog.close': 'closed' },
    },
  },
})

export type InvoiceSendingSnapshot = SnapshotFrom<typeof invoiceSendingMachine>
