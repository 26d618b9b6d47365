/**
 * The lifecycle of a correction: one provider's day is put right after its period was locked
 * (docs/decisions/corrections.md). The server stores the state and refuses what this machine doesn't allow; the browser
 * uses it to decide what to offer. The day itself is open meanwhile (`provider-day.machine.ts`).
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

/** Facts for the guards; read from the database in the transaction that makes the change. */
export interface DayCorrectionFacts {
  /** The user's first role. */
  by: RoleName
  /** Timesheet rows of the day that are not confirmed. */
  unconfirmedRows: number
  /** Providers' pending changes to the day's sessions. */
  waitingChanges: number
}

export type DayCorrectionEvent =
  /** Every row of the day is confirmed. */
  | { type: 'hours.confirm' }
  /** A row was changed, or sent back by an administrator, so that it has to be confirmed again. */
  | { type: 'hours.reopen' }
  /** An administrator approves the day as it is now. */
  | { type: 'correction.approve' }
  /** The day goes back to what it was. */
  | { type: 'correction.cancel' }

export const dayCorrectionMachine = setup({
  types: {
    context: {} as DayCorrectionFacts,
    input: {} as DayCorrectionFacts,
    events: {} as DayCorrectionEvent,
  },
  guards: {
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isEveryRowConfirmed: ({ context }) => context.unconfirmedRows === 0,
    isReadyToApprove: ({ context }) =>
      isAdministrator(context.by) && context.unconfirmedRows === 0 && context.waitingChanges === 0,
  },
}).createMachine({
  id: 'day-correction',
  description: "The correction of one provider's day in a locked billing period.",
  context: ({ input }) => input,
  initial: 'opened',
  states: {
    opened: {
      description:
        'An administrator opened the day with a reason. Its hours are put right and confirmed again. Every other day of the period stays locked, and its schools are not invoiced.',
      on: {
        'hours.confirm': { guard: 'isEveryRowConfirmed', target: 'confirmed' },
        // Without a session that requires hours, there is nothing to confirm.
        'correction.approve': { guard: 'isReadyToApprove', target: 'completed' },
        'correction.cancel': { guard: 'isAdministrator', target: 'canceled' },
      },
    },
    confirmed: {
      description: 'Its hours are confirmed again. An administrator approves them, or sends them back.',
      on: {
        'hours.reopen': { target: 'opened' },
        'correction.approve': { guard: 'isReadyToApprove', target: 'completed' },
        'correction.cancel': { guard: 'isAdministrator', target: 'canceled' },
      },
    },
    completed: {
      type: 'final',
      description:
        'The day is locked again with the right hours. The invoices of its schools were replaced, and the next open period pays the difference.',
    },
    canceled: { type: 'final', description: 'The day is locked again, just as it was before.' },
  },
})
