/**
 * The lifecycle of a billing period (DESIGN, section 4). The server stores each locking and refuses what this machine
 * doesn't allow; the browser uses it to decide what to offer.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

/** Facts for the guards; read from the database in the transaction that makes the change. */
export interface BillingPeriodFacts {
  /** The user's first role. */
  by: RoleName
  /** Providers' days with sessions in the period that are not approved. */
  unapprovedDays: number
  /** Current invoices for work in the period. */
  invoices: number
  /** Lines of late pay for its days that a locked or exported payroll already has. */
  finalLatePay: number
  /** Corrections of its days, under way or completed. */
  corrections: number
}

export type BillingPeriodEvent =
  /** Its last day is over. */
  | { type: 'period.end' }
  /** Forced, it also locks days that are not approved, and leaves them out. */
  | { type: 'period.lock'; isForced: boolean }
  | { type: 'period.unlock'; reason: string }

export const billingPeriodMachine = setup({
  types: {
    context: {} as BillingPeriodFacts,
    input: {} as BillingPeriodFacts,
    events: {} as BillingPeriodEvent,
  },
  guards: {
    isEveryDayApproved: ({ context }) => isAdministrator(context.by) && context.unapprovedDays === 0,
    isForced: ({ context, event }) => isAdministrator(context.by) && event.type === 'period.lock' && event.isForced,
    isUnlockable: ({ context, event }) =>
      isAdministrator(context.by) &&
      event.type === 'period.unlock' &&
      event.reason.trim() !== '' &&
      context.invoices === 0 &&
      context.finalLatePay === 0 &&
      context.corrections === 0,
  },
}).createMachine({
  id: 'billing-period',
  description: 'A billing period, from its first session to the lock-out.',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      description: 'The period is not over. Its days can be confirmed, approved and changed.',
      on: { 'period.end': 'closing' },
    },
    closing: {
      description: 'The period is over. What is open is worked on until it is locked.',
      on: {
        'period.lock': [
          { guard: 'isEveryDayApproved', target: 'locked' },
          { guard: 'isForced', target: 'forced' },
        ],
      },
    },
    locked: {
      description: 'Every day was approved. The whole period counts for billing and payroll.',
      on: { 'period.unlock': { guard: 'isUnlockable', target: 'unlocked' } },
    },
    forced: {
      description: 'Days without approval are locked too, and left out of billing and payroll.',
      on: { 'period.unlock': { guard: 'isUnlockable', target: 'unlocked' } },
    },
    unlocked: {
      type: 'final',
      description: 'An administrator unlocked the period with a reason. It can be locked again, as a new lock-out.',
    },
  },
})
