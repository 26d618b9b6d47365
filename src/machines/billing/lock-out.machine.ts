/**
 * Locking a billing period: the dialog in which an administrator chooses it, and the question before days that are not
 * approved are locked by force (spec 2, section 4).
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { fieldMessages, isStatus } from '#contract/failures.ts'
import { type LeftOut, leftOutSchema } from '#domain/billing/lock-out.ts'
import type { Period } from '#domain/billing/period.ts'
import { hasMessage, isFieldRefusal, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** The period, or the days of a half-month that are not locked yet. */
export interface ChosenPeriod extends Period {
  readonly isRest?: boolean
}

export interface PeriodToLock extends ChosenPeriod {
  readonly isForced: boolean
}

interface LockOutContext {
  period: ChosenPeriod | undefined
  /** What forcing leaves out of billing and payroll. */
  leftOut: LeftOut | undefined
  /** Why the period was not locked. */
  message: string | undefined
}

export type LockOutEvent =
  | { type: 'dialog.open' }
  | { type: 'dialog.close' }
  /** A date was changed, so that a message about the last period no longer applies. */
  | { type: 'period.change' }
  | { type: 'period.submit'; period: ChosenPeriod }
  | { type: 'force.confirm' }
  | { type: 'force.cancel' }
  | { type: 'failure.dismiss' }

export type LockOutEmitted =
  | { type: 'period.locked'; message: string }
  | { type: 'form.refused'; fields: Readonly<Record<string, string>> }

const periodOf = ({ period }: LockOutContext): ChosenPeriod => {
  if (period === undefined) throw new RangeError('No period was submitted')
  return period
}

const leftOutOf = (error: unknown): LeftOut | undefined =>
  isStatus(error, 204) ? leftOutSchema.safeParse(error.data).data : undefined

export const lockOutMachine = setup({
  types: {
    context: {} as LockOutContext,
    events: {} as LockOutEvent,
    emitted: {} as LockOutEmitted,
    tags: {} as Tag,
  },
  actors: {
    lockPeriod: notProvided<{ message: string }, PeriodToLock>('lockPeriod'),
  },
  guards: {
    hasMessage,
    isFieldRefusal,
    needsForce: ({ event }) => 'error' in event && leftOutOf(event.error) !== undefined,
    isNothingToLock: ({ event }) => 'error' in event && isStatus(event.error, 404),
  },
  actions: {
    keepPeriod: assign(({ event }) => {
      assertEvent(event, 'period.submit')
      return { period: event.period, message: undefined }
    }),
    forget: assign({ period: undefined, leftOut: undefined, message: undefined }),
    clearMessage: assign({ message: undefined }),
    keepMessage: assign({ message: messageOf }),
    keepLeftOut: assign({ leftOut: ({ event }) => ('error' in event ? leftOutOf(event.error) : undefined) }),
    announceLocked: emit((_, { message }: { message: string }) => ({ type: 'period.locked', message }) as const),
    announceRefused: emit(({ event }) => ({
      type: 'form.refused' as const,
      fields: 'error' in event ? fieldMessages(event.error) : {},
    })),
  },
}).createMachine({
  id: 'lock-out',
  description: 'The dialog that locks a billing period.',
  initial: 'closed',
  context: { period: undefined, leftOut: undefined, message: undefined },
  states: {
    closed: {
      description: 'The dialog is closed.',
      on: { 'dialog.open': { target: 'choosing', actions: 'forget' } },
    },
    choosing: {
      description: 'The user chooses the first and last day of the period.',
      on: {
        'period.submit': { target: 'submitting', actions: 'keepPeriod' },
        'dialog.close': 'closed',
      },
    },
    submitting: {
      description: 'The server locks the period if every day in it is approved.',
      tags: 'busy',
      invoke: {
        id: 'lockPeriod',
        src: 'lockPeriod',
        input: ({ context }) => ({ ...periodOf(context), isForced: false }),
        onDone: {
          target: 'closed',
          actions: { type: 'announceLocked', params: ({ event }) => event.output },
        },
        onError: [
          { guard: 'needsForce', target: 'confirmingForce', actions: 'keepLeftOut' },
          { guard: 'isNothingToLock', target: 'nothingToLock', actions: 'keepMessage' },
          { guard: 'isFieldRefusal', target: 'choosing', actions: 'announceRefused' },
          { guard: 'hasMessage', target: 'refused', actions: 'keepMessage' },
          { target: 'choosing' },
        ],
      },
    },
    nothingToLock: {
      description: 'No session is in the period; the message is shown at the form until the period changes.',
      on: {
        'period.change': { target: 'choosing', actions: 'clearMessage' },
        'period.submit': { target: 'submitting', actions: 'keepPeriod' },
        'dialog.close': 'closed',
      },
    },
    confirmingForce: {
      description: 'Some days are not approved. The user decides whether to lock them too, unbilled and unpaid.',
      on: { 'force.confirm': 'forcing', 'force.cancel': 'choosing' },
    },
    forcing: {
      description: 'The server locks the period, with days that are not approved.',
      tags: 'busy',
      invoke: {
        id: 'forceLock',
        src: 'lockPeriod',
        input: ({ context }) => ({ ...periodOf(context), isForced: true }),
        onDone: {
          target: 'closed',
          actions: { type: 'announceLocked', params: ({ event }) => event.output },
        },
        onError: [
          { guard: 'isNothingToLock', target: 'nothingToLock', actions: 'keepMessage' },
          { guard: 'hasMessage', target: 'refused', actions: 'keepMessage' },
          { target: 'confirmingForce' },
        ],
      },
    },
    refused: {
      description: 'The server refused; its message is shown until OK.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'choosing', actions: 'clearMessage' } },
    },
  },
})

export type LockOutSnapshot = SnapshotFrom<typeof lockOutMachine>
