/**
 * Approves days of the administrator's week (spec 2, section 4): the user checks days, saves and confirms. With several
 * providers shown, a checked day means each provider's day. Days that the server refuses are named; the rest are approved.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { type ApprovedDate, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** A provider's day on screen, with at least one session. */
export interface ProviderDay {
  providerId: number
  date: LocalDate
  /** One of the day's sessions, by which the API identifies the day. */
  occurrenceId: number
  isApproved: boolean
}

export type ApprovalEntry = Pick<ProviderDay, 'occurrenceId' | 'date'>

/** Messages about days that could not be approved; empty if all were. */
export interface ApprovalOutcome {
  refusals: readonly string[]
}

interface WeekApprovalContext {
  days: readonly ProviderDay[]
  /** Checked but not saved yet. */
  pending: readonly LocalDate[]
  refusals: readonly string[]
  failure: string | undefined
}

export type WeekApprovalEvent =
  /** The calendar's current days. Checks on days that are gone or already approved are removed. */
  | { type: 'days.show'; days: readonly ProviderDay[] }
  | { type: 'day.toggle'; date: LocalDate }
  | { type: 'approval.save' }
  | { type: 'approval.confirm' }
  | { type: 'approval.cancel' }
  | { type: 'notice.dismiss' }

/** Days were approved, so the screen is out of date. */
export type WeekApprovalEmitted = { type: 'approval.changed' }

/** Spelled as in the spec (spec 2, sections 4 and 5). */
export const NOTHING_PENDING = 'Please select atleast one record'
export const APPROVAL_QUESTION = 'Are you sure you want to save the changes?'
export const APPROVAL_WARNING = '(You will not be able to make any changes for this day)'

/** The provider-days of the sessions shown. A day's status comes from the approved dates, or else from its sessions. */
export const providerDaysOf = (
  events: readonly CalendarEvent[],
  approvedDates: readonly ApprovedDate[],
): ProviderDay[] => {
  const status = new Map(approvedDates.map((entry) => [`${entry.providerId} ${entry.approvedDate}`, entry.isApproved]))
  const days = new Map<string, ProviderDay>()
  for (const { id, providerId, eventDate, isApproved } of events) {
    const key = `${providerId} ${eventDate}`
    if (!days.has(key)) {
      const approved = countsAsApproved(status.get(key) ?? isApproved)
      days.set(key, { providerId, date: eventDate, occurrenceId: id, isApproved: approved })
    }
  }
  return [...days.values()]
}

export type DayApproval = 'nothing' | 'open' | 'approved'

/** A day counts as approved if every provider's day on it is; a day without sessions has nothing to approve. */
export const dayApproval = (days: readonly ProviderDay[], date: LocalDate): DayApproval => {
  const onDay = days.filter((day) => day.date === date)
  if (onDay.length === 0) return 'nothing'
  return onDay.every(({ isApproved }) => isApproved) ? 'approved' : 'open'
}

const entriesOf = ({ days, pending }: WeekApprovalContext): ApprovalEntry[] =>
  days
    .filter(({ date, isApproved }) => !isApproved && pending.includes(date))
    .map(({ occurrenceId, date }) => ({ occurrenceId, date }))

export const weekApprovalMachine = setup({
  types: {
    context: {} as WeekApprovalContext,
    events: {} as WeekApprovalEvent,
    emitted: {} as WeekApprovalEmitted,
    tags: {} as Tag,
  },
  actors: {
    approveDays: notProvided<ApprovalOutcome, readonly ApprovalEntry[]>('approveDays'),
  },
  guards: {
    isOpenDay: ({ context, event }) => event.type === 'day.toggle' && dayApproval(context.days, event.date) === 'open',
    hasRefusals: (_, { refusals }: ApprovalOutcome) => refusals.length > 0,
    hasPending: ({ context }) => context.pending.length > 0,
    hasMessage,
  },
  actions: {
    showDays: assign(({ context, event }) => {
      assertEvent(event, 'days.show')
      return {
        days: event.days,
        pending: context.pending.filter((date) => dayApproval(event.days, date) === 'open'),
      }
    }),
    toggleDay: assign(({ context, event }) => {
      assertEvent(event, 'day.toggle')
      return {
        pending: context.pending.includes(event.date)
          ? context.pending.filter((date) => date !== event.date)
          : [...context.pending, event.date].sort(),
      }
    }),
    keepRefusals: assign((_, { refusals }: ApprovalOutcome) => ({ refusals })),
    dropPending: assign({ pending: [] }),
    /** Keeps the checkmarks in place while the calendar reloads. */
    markApproved: assign(({ context }) => ({
      days: context.days.map((day) => (context.pending.includes(day.date) ? { ...day, isApproved: true } : day)),
      pending: [],
    })),
    clearNotice: assign({ refusals: [], failure: undefined }),
    keepFailure: assign({ failure: messageOf }),
    tellChanged: emit({ type: 'approval.changed' }),
  },
}).createMachine({
  id: 'weekApproval',
  description: 'Checked days of a week are approved together.',
  initial: 'choosing',
  context: { days: [], pending: [], refusals: [], failure: undefined },
  on: { 'days.show': { actions: 'showDays' } },
  states: {
    choosing: {
      description: 'The user checks and unchecks days.',
      tags: 'editable',
      on: {
        'day.toggle': { guard: 'isOpenDay', actions: 'toggleDay' },
        'approval.save': [{ guard: 'hasPending', target: 'confirming' }, { target: 'warned' }],
      },
    },
    warned: {
      description: 'No day is checked; a message says so.',
      on: { 'notice.dismiss': 'choosing' },
    },
    confirming: {
      description: 'The user is asked to confirm. Cancel restores the previous checks.',
      on: {
        'approval.confirm': [{ guard: 'hasPending', target: 'saving' }, { target: 'choosing' }],
        'approval.cancel': { target: 'choosing', actions: 'dropPending' },
      },
    },
    saving: {
      description: 'The approval is being saved.',
      tags: 'busy',
      invoke: {
        id: 'approveDays',
        src: 'approveDays',
        input: ({ context }) => entriesOf(context),
        onDone: [
          {
            guard: { type: 'hasRefusals', params: ({ event }) => event.output },
            target: 'refused',
            actions: [{ type: 'keepRefusals', params: ({ event }) => event.output }, 'dropPending', 'tellChanged'],
          },
          { target: 'choosing', actions: ['markApproved', 'tellChanged'] },
        ],
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'choosing' }],
      },
    },
    refused: {
      description: 'Some days could not be approved; a message lists them. The rest are approved.',
      tags: 'failed',
      on: { 'notice.dismiss': { target: 'choosing', actions: 'clearNotice' } },
    },
    failed: {
      description: "Nothing was approved. The server's message shows until OK; the checks stay.",
      tags: 'failed',
      on: { 'notice.dismiss': { target: 'choosing', actions: 'clearNotice' } },
    },
  },
})

export type WeekApprovalSnapshot = SnapshotFrom<typeof weekApprovalMachine>
