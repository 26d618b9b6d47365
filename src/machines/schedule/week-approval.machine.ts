/**
 * Approving days of the administrator's week (spec 2, section 4). A day is ticked, saved and confirmed; with several
 * providers shown it stands for each provider's day. Days that the server refuses are named, the others go through.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import { type ApprovedDate, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** A provider's day that is on screen: it has at least one session. */
export interface ProviderDay {
  providerId: number
  date: LocalDate
  /** One of the day's sessions: the call names the day by it. */
  occurrenceId: number
  isApproved: boolean
}

export type ApprovalEntry = Pick<ProviderDay, 'occurrenceId' | 'date'>

/** Messages of the days that could not be approved; none when all were. */
export interface ApprovalOutcome {
  refusals: readonly string[]
}

interface WeekApprovalContext {
  days: readonly ProviderDay[]
  /** Ticked and not saved yet. */
  pending: readonly LocalDate[]
  refusals: readonly string[]
  failure: string | undefined
}

export type WeekApprovalEvent =
  /** The calendar shows these now. Ticks on days that are gone, or were approved meanwhile, go. */
  | { type: 'days.show'; days: readonly ProviderDay[] }
  | { type: 'day.toggle'; date: LocalDate }
  | { type: 'approval.save' }
  | { type: 'approval.confirm' }
  | { type: 'approval.cancel' }
  | { type: 'notice.dismiss' }

/** Days were approved: what is on screen is out of date. */
export type WeekApprovalEmitted = { type: 'approval.changed' }

/** To the letter (spec 2, sections 4 and 5). */
export const NOTHING_PENDING = 'Please select atleast one record'
export const APPROVAL_QUESTION = 'Are you sure you want to save the changes?'
export const APPROVAL_WARNING = '(You will not be able to make any changes for this day)'

/** The provider-days of the sessions shown. A day's status comes from the approved dates, else from its sessions. */
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

/** A day counts as approved when every provider's day on it is; one without sessions has nothing to approve. */
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
    showDays: assign(({ context, event }) =>
      event.type === 'days.show'
        ? {
            days: event.days,
            pending: context.pending.filter((date) => dayApproval(event.days, date) === 'open'),
          }
        : {},
    ),
    toggleDay: assign(({ context, event }) =>
      event.type === 'day.toggle'
        ? {
            pending: context.pending.includes(event.date)
              ? context.pending.filter((date) => date !== event.date)
              : [...context.pending, event.date].sort(),
          }
        : {},
    ),
    keepRefusals: assign((_, { refusals }: ApprovalOutcome) => ({ refusals })),
    dropPending: assign({ pending: [] }),
    /** The ticks stay where they are while the calendar is read again. */
    markApproved: assign(({ context }) => ({
      days: context.days.map((day) => (context.pending.includes(day.date) ? { ...day, isApproved: true } : day)),
      pending: [],
    })),
    clearNotice: assign({ refusals: [], failure: undefined }),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
    tellChanged: emit({ type: 'approval.changed' }),
  },
}).createMachine({
  id: 'weekApproval',
  description: 'Days of a week are ticked, and approved together.',
  initial: 'choosing',
  context: { days: [], pending: [], refusals: [], failure: undefined },
  on: { 'days.show': { actions: 'showDays' } },
  states: {
    choosing: {
      description: 'Days can be ticked and unticked.',
      tags: 'editable',
      on: {
        'day.toggle': { guard: 'isOpenDay', actions: 'toggleDay' },
        'approval.save': [{ guard: 'hasPending', target: 'confirming' }, { target: 'warned' }],
      },
    },
    warned: {
      description: 'Nothing was ticked, and the user is told so.',
      on: { 'notice.dismiss': 'choosing' },
    },
    confirming: {
      description: 'The user is asked whether they are sure; Cancel brings the checks of before back.',
      on: {
        'approval.confirm': [{ guard: 'hasPending', target: 'saving' }, { target: 'choosing' }],
        'approval.cancel': { target: 'choosing', actions: 'dropPending' },
      },
    },
    saving: {
      description: 'The days are on their way to the server.',
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
      description: 'Some days were refused: a message each. The others are approved.',
      tags: 'failed',
      on: { 'notice.dismiss': { target: 'choosing', actions: 'clearNotice' } },
    },
    failed: {
      description: 'Nothing was approved; the message waits for OK and the ticks stay.',
      tags: 'failed',
      on: { 'notice.dismiss': { target: 'choosing', actions: 'clearNotice' } },
    },
  },
})

export type WeekApprovalSnapshot = SnapshotFrom<typeof weekApprovalMachine>
