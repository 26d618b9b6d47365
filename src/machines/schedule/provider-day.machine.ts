/**
 * The lifecycle of a provider's day, from its first session to the locked billing period (DESIGN, sections 2 and 4). The
 * server stores the state and rejects every change of the day's hours, sessions or approval that this machine doesn't
 * allow; the browser uses it to decide what to offer. A day without a stored state is `open`.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

/** Facts for the guards; read from the database in the transaction that makes the change. */
export interface ProviderDayFacts {
  /** The user's first role. */
  by: RoleName
  /** Timesheet rows of the day that would be unconfirmed after the change. */
  unconfirmedRows: number
  /** Providers' pending changes to the day's sessions. */
  waitingChanges: number
  /** Whether its last session has ended. */
  isOver: boolean
  /** Whether the day was approved before its period was locked; a forced lock-out includes unapproved days. */
  wasApproved: boolean
}

export type ProviderDayEvent =
  /** A label, note, student or session of the day was added, changed or removed. */
  | { type: 'sessions.change' }
  /** A timesheet row was saved without confirming it, so it has to be confirmed (again). */
  | { type: 'hours.change' }
  | { type: 'hours.confirm' }
  | { type: 'day.approve' }
  /** An administrator sends the day back to its provider. */
  | { type: 'day.reject'; reason: string }
  | { type: 'day.reopen'; reason: string }
  | { type: 'period.lock'; isForced: boolean }
  | { type: 'period.unlock'; reason: string }
  /** This one day of the locked period is opened to put it right (`day-correction.machine.ts`). */
  | { type: 'correction.open'; reason: string }
  | { type: 'correction.approve' }
  /** The day is again what it was before the correction. */
  | { type: 'correction.cancel' }

export const providerDayMachine = setup({
  types: {
    context: {} as ProviderDayFacts,
    input: {} as ProviderDayFacts,
    events: {} as ProviderDayEvent,
  },
  guards: {
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isEveryRowConfirmed: ({ context }) => context.unconfirmedRows === 0,
    // After approval, nobody could resolve a pending change.
    isReadyToApprove: ({ context }) =>
      isAdministrator(context.by) && context.isOver && context.unconfirmedRows === 0 && context.waitingChanges === 0,
    isReadyToReject: ({ context, event }) =>
      isAdministrator(context.by) && context.isOver && event.type === 'day.reject' && event.reason.trim() !== '',
    hasReason: ({ context, event }) => isAdministrator(context.by) && 'reason' in event && event.reason.trim() !== '',
    isForcedLock: ({ context, event }) => isAdministrator(context.by) && event.type === 'period.lock' && event.isForced,
    hasReasonAndWasApproved: ({ context, event }) =>
      isAdministrator(context.by) && 'reason' in event && event.reason.trim() !== '' && context.wasApproved,
  },
}).createMachine({
  id: 'provider-day',
  description: "A provider's day, from open to locked.",
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      description: 'Sessions and hours can change; some timesheet rows may be unconfirmed.',
      on: {
        'sessions.change': { target: 'open' },
        'hours.change': { target: 'open' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'open' }],
        // A day whose sessions need no timesheet has no row to confirm, and can be approved directly.
        'day.approve': { guard: 'isReadyToApprove', target: 'approved' },
        'day.reject': { guard: 'isReadyToReject', target: 'rejected' },
        'period.lock': { guard: 'isForcedLock', target: 'locked' },
      },
    },
    confirmed: {
      description: 'The provider confirmed every timesheet row; the day is ready for approval.',
      on: {
        'sessions.change': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'open' }],
        'hours.change': { target: 'open' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'open' }],
        'day.approve': { guard: 'isReadyToApprove', target: 'approved' },
        'day.reject': { guard: 'isReadyToReject', target: 'rejected' },
        'period.lock': { guard: 'isForcedLock', target: 'locked' },
      },
    },
    rejected: {
      description: 'An administrator sent the day back with a reason. Its hours must be corrected and confirmed again.',
      on: {
        'sessions.change': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'rejected' }],
        'hours.change': { target: 'rejected' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'rejected' }],
        // Its sessions may need no timesheet, so that there is nothing to confirm.
        'day.approve': { guard: 'isReadyToApprove', target: 'approved' },
        'period.lock': { guard: 'isForcedLock', target: 'locked' },
      },
    },
    approved: {
      description: 'An administrator approved the day. It is read-only and counts for billing and payroll.',
      on: {
        'day.reopen': { guard: 'hasReason', target: 'reopened' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    reopened: {
      description:
        'An administrator revoked the approval with a reason. Its hours can be changed, and must be confirmed again.',
      on: {
        'sessions.change': { target: 'reopened' },
        'hours.change': { target: 'reopened' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'reopened' }],
        'day.approve': { guard: 'isReadyToApprove', target: 'approved' },
        'day.reject': { guard: 'isReadyToReject', target: 'rejected' },
        'period.lock': { guard: 'isForcedLock', target: 'locked' },
      },
    },
    locked: {
      description: 'The billing period is locked. Nothing can change until it is unlocked.',
      on: {
        'period.unlock': [
          { guard: 'hasReasonAndWasApproved', target: 'approved' },
          { guard: 'hasReason', target: 'open' },
        ],
        'correction.open': { guard: 'hasReason', target: 'correcting' },
      },
    },
    correcting: {
      description:
        'An administrator opened this one day of the locked period with a reason. Its hours can be changed, and must be confirmed again.',
      on: {
        'sessions.change': { target: 'correcting' },
        'hours.change': { target: 'correcting' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'corrected' }, { target: 'correcting' }],
        // Its sessions may need no timesheet, so that there is nothing to confirm.
        'correction.approve': { guard: 'isReadyToApprove', target: 'locked' },
        'correction.cancel': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    corrected: {
      description: 'The hours of the correction are confirmed again, and wait for approval.',
      on: {
        'sessions.change': [{ guard: 'isEveryRowConfirmed', target: 'corrected' }, { target: 'correcting' }],
        'hours.change': { target: 'correcting' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'corrected' }, { target: 'correcting' }],
        'day.reject': { guard: 'isReadyToReject', target: 'correcting' },
        'correction.approve': { guard: 'isReadyToApprove', target: 'locked' },
        'correction.cancel': { guard: 'isAdministrator', target: 'locked' },
      },
    },
  },
})
