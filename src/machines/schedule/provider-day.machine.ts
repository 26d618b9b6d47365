/**
 * The life of a provider's day, from the first session on it to the locked billing period (DESIGN, sections 2 and 4).
 * The server stores the state, asks this machine before every change of the day's hours, sessions or approval, and
 * refuses what it refuses; the browser asks it what to offer. A day that nothing was stored for is `open`.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

/** What the guards need to know; it is read from the database in the transaction that makes the change. */
export interface ProviderDayFacts {
  /** The first role of whoever asks. */
  by: RoleName
  /** Timesheet rows of the day that would be unconfirmed once the change was made. */
  unconfirmedRows: number
  /** Providers' changes of the day's sessions that wait for an administrator. */
  waitingChanges: number
  /** Whether the day was approved before its period was locked; a forced lock-out also takes days that were not. */
  wasApproved: boolean
}

export type ProviderDayEvent =
  /** A label, a note, a student or a session of the day was added, changed or removed. */
  | { type: 'sessions.change' }
  /** A timesheet row was saved, but not confirmed: it has to be confirmed (again). */
  | { type: 'hours.change' }
  /** A timesheet row was confirmed. */
  | { type: 'hours.confirm' }
  | { type: 'day.approve' }
  | { type: 'day.reopen'; reason: string }
  | { type: 'period.lock'; isForced: boolean }
  | { type: 'period.unlock'; reason: string }

export const PROVIDER_DAY_STATES = ['open', 'confirmed', 'approved', 'reopened', 'locked'] as const
export type ProviderDayState = (typeof PROVIDER_DAY_STATES)[number]

/** Nobody changes the hours or sessions of such a day (DESIGN, section 4). */
export const isReadOnlyDay = (state: ProviderDayState): boolean => state === 'approved' || state === 'locked'

export const providerDayMachine = setup({
  types: {
    context: {} as ProviderDayFacts,
    input: {} as ProviderDayFacts,
    events: {} as ProviderDayEvent,
  },
  guards: {
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isEveryRowConfirmed: ({ context }) => context.unconfirmedRows === 0,
    // A change that waits could not be answered any more.
    isReadyToApprove: ({ context }) =>
      isAdministrator(context.by) && context.unconfirmedRows === 0 && context.waitingChanges === 0,
    hasReason: ({ context, event }) => isAdministrator(context.by) && 'reason' in event && event.reason.trim() !== '',
    isForcedLock: ({ context, event }) => isAdministrator(context.by) && event.type === 'period.lock' && event.isForced,
    hasReasonAndWasApproved: ({ context, event }) =>
      isAdministrator(context.by) && 'reason' in event && event.reason.trim() !== '' && context.wasApproved,
  },
}).createMachine({
  id: 'provider-day',
  description: "A provider's day, from open hours to locked ones.",
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      description: 'Sessions and hours may change; some timesheet row may not be confirmed yet.',
      on: {
        'sessions.change': { target: 'open' },
        'hours.change': { target: 'open' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'open' }],
        // A day whose sessions ask for no timesheet has no row to confirm, and is approved as it is.
        'day.approve': { guard: 'isReadyToApprove', target: 'approved' },
        'period.lock': { guard: 'isForcedLock', target: 'locked' },
      },
    },
    confirmed: {
      description: 'The provider confirmed every timesheet row; an administrator has yet to approve the day.',
      on: {
        'sessions.change': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'open' }],
        'hours.change': { target: 'open' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'open' }],
        'day.approve': { guard: 'isReadyToApprove', target: 'approved' },
        'period.lock': { guard: 'isForcedLock', target: 'locked' },
      },
    },
    approved: {
      description:
        'An administrator approved the day: it is read-only for everyone and counts for billing and payroll.',
      on: {
        'day.reopen': { guard: 'hasReason', target: 'reopened' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    reopened: {
      description: 'An administrator took the approval back with a reason; it may be changed, and approved again.',
      on: {
        'sessions.change': { target: 'reopened' },
        'hours.change': { target: 'reopened' },
        'hours.confirm': [{ guard: 'isEveryRowConfirmed', target: 'confirmed' }, { target: 'reopened' }],
        'day.approve': { guard: 'isReadyToApprove', target: 'approved' },
        'period.lock': { guard: 'isForcedLock', target: 'locked' },
      },
    },
    locked: {
      description: 'The billing period is locked: nothing changes until it is unlocked.',
      on: {
        'period.unlock': [
          { guard: 'hasReasonAndWasApproved', target: 'approved' },
          { guard: 'hasReason', target: 'open' },
        ],
      },
    },
  },
})
