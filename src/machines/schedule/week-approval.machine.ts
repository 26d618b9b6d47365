/**
 * Approves days of the administrator's week (spec 2, section 4): the user checks days, saves and confirms. With several
 * providers shown, a checked day means each provider's day. Days that are not over are left out, days that the server
 * refuses are named, and the rest are approved.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { type ApprovedDate, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import { isDayOver } from '#domain/day-over.ts'
import type { LocalDate, LocalDateTime, LocalTime } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** A provider's day. */
export interface DayKey {
  providerId: number
  date: LocalDate
}

/** A provider's day with at least one session. */
export interface ProviderDay extends DayKey {
  providerName: string
  /** One of the day's sessions, by which the API identifies the day. */
  occurrenceId: number
  /** When the last session that the calendar shows ends; the server looks at all of them. */
  lastEnd: LocalTime
  isApproved: boolean
  isOver: boolean
}

/** Why a day could not be approved. */
export interface ApprovalRefusal {
  message: string
  /** The day; undefined if the server did not say which. */
  day: ProviderDay | undefined
}

/** What became of the days that were sent. */
export interface ApprovalOutcome {
  approved: readonly ProviderDay[]
  refusals: readonly ApprovalRefusal[]
}

interface WeekApprovalContext {
  /** The days on screen, and those of them that have sessions. */
  dates: readonly LocalDate[]
  days: readonly ProviderDay[]
  /** Checked but not saved yet, in this week and others, including days that are not over. */
  pending: readonly ProviderDay[]
  outcome: ApprovalOutcome
  failure: string | undefined
}

export type WeekApprovalEvent =
  /** The calendar's current days. Checks on days that were approved in the meantime are removed. */
  | { type: 'days.show'; dates: readonly LocalDate[]; days: readonly ProviderDay[] }
  | { type: 'day.toggle'; date: LocalDate }
  /** Some providers' days, for a screen that shows each. Days that can't be approved yet are ignored. */
  | { type: 'days.check'; days: readonly DayKey[]; isChecked: boolean }
  | { type: 'selection.clear' }
  | { type: 'approval.save' }
  | { type: 'approval.confirm' }
  | { type: 'approval.cancel' }
  | { type: 'notice.dismiss' }
  /** The user is about to open another page. */
  | { type: 'page.leave' }
  | { type: 'leave.confirm' }
  | { type: 'leave.dismiss' }

export type WeekApprovalEmitted =
  /** Days were approved, so the screen is out of date. */
  | { type: 'approval.changed' }
  /** `count` dates, and how many providers' days on them. */
  | { type: 'days.approved'; count: number; providerDays: number }
  /** The user leaves the page, and the checks are dropped. */
  | { type: 'page.left' }

/** Spelled as in the spec (spec 2, sections 4 and 5). */
export const NOTHING_PENDING = 'Please select atleast one record'
export const APPROVAL_QUESTION = 'Are you sure you want to save the changes?'
export const APPROVAL_WARNING = '(You will not be able to make any changes for this day)'

const isSameDay = (one: DayKey, other: DayKey): boolean =>
  one.providerId === other.providerId && one.date === other.date

const has = (days: readonly DayKey[], day: DayKey): boolean => days.some((other) => isSameDay(day, other))

/** The provider-days of the sessions shown. A day's status comes from the approved dates, or else from its sessions. */
export const providerDaysOf = (
  events: readonly CalendarEvent[],
  approvedDates: readonly ApprovedDate[],
  now: LocalDateTime,
): ProviderDay[] => {
  // A corrected day is approved on its correction's page.
  const status = new Map(
    approvedDates.map(({ providerId, approvedDate, isApproved, approvedStatus }) => [
      `${providerId} ${approvedDate}`,
      countsAsApproved(isApproved) || approvedStatus === 'Correcting',
    ]),
  )
  const days = new Map<string, ProviderDay>()
  for (const { id, providerId, providerName, eventDate: date, eventEndTime, isApproved } of events) {
    const key = `${providerId} ${date}`
    const known = days.get(key)
    const lastEnd = known && known.lastEnd > eventEndTime ? known.lastEnd : eventEndTime
    days.set(key, {
      providerId,
      providerName,
      date,
      occurrenceId: known?.occurrenceId ?? id,
      lastEnd,
      isApproved: known?.isApproved ?? status.get(key) ?? countsAsApproved(isApproved),
      isOver: isDayOver(date, lastEnd, now),
    })
  }
  return [...days.values()]
}

/** `ahead`: what is not approved yet is not over. */
export type DayApproval = 'nothing' | 'open' | 'ahead' | 'approved'

/** A day counts as approved if every provider's day on it is; a day without sessions has nothing to approve. */
export const dayApproval = (days: readonly ProviderDay[], date: LocalDate): DayApproval => {
  const onDay = days.filter((day) => day.date === date)
  if (onDay.length === 0) return 'nothing'
  const waiting = onDay.filter(({ isApproved }) => !isApproved)
  if (waiting.length === 0) return 'approved'
  return waiting.some(({ isOver }) => isOver) ? 'open' : 'ahead'
}

/** The days on screen that a check on the date means. */
const checkable = (days: readonly ProviderDay[], date: LocalDate): ProviderDay[] =>
  days.filter((day) => day.date === date && !day.isApproved)

/** The days on screen among some that can be approved. */
const openAmong = (days: readonly ProviderDay[], some: readonly DayKey[]): ProviderDay[] =>
  days.filter((day) => has(some, day) && day.isOver && !day.isApproved)

/** Whether the date is checked: for all of its days on screen, for some, or for none. */
export const checkOf = (
  { days, pending }: Pick<WeekApprovalContext, 'days' | 'pending'>,
  date: LocalDate,
): 'all' | 'some' | 'none' => {
  const meant = checkable(days, date)
  const checked = meant.filter((day) => has(pending, day))
  if (checked.length === 0) return 'none'
  return checked.length === meant.length ? 'all' : 'some'
}

const datesOf = (days: readonly ProviderDay[]): LocalDate[] => [...new Set(days.map(({ date }) => date))]

type Selection = Pick<WeekApprovalContext, 'dates' | 'days' | 'pending'>

/** The checked days that the page does not show: '3 in other weeks', '2 hidden by the filters'. */
export const unseenInWords = ({ dates, days, pending }: Selection): string[] => {
  const checked = datesOf(pending)
  const elsewhere = checked.filter((date) => !dates.includes(date)).length
  const hidden = checked.filter((date) => dates.includes(date) && checkOf({ days, pending }, date) === 'none').length
  return [
    ...(elsewhere > 0 ? [dates.length > 1 ? `${elsewhere} in other weeks` : `${elsewhere} on other days`] : []),
    ...(hidden > 0 ? [`${hidden} hidden by the filters`] : []),
  ]
}

/** '5 days selected, 3 in other weeks'; empty without a check. */
export const selectionInWords = (selection: Selection): string => {
  const { length } = datesOf(selection.pending)
  return length === 0 ? '' : [`${counted(length, 'day')} selected`, ...unseenInWords(selection)].join(', ')
}

/** Checked days that are not over, which are not sent. */
export const leftOut = ({ pending }: Pick<WeekApprovalContext, 'pending'>): ProviderDay[] =>
  pending.filter(({ isOver }) => !isOver)

const NO_OUTCOME: ApprovalOutcome = { approved: [], refusals: [] }

export const weekApprovalMachine = setup({
  types: {
    context: {} as WeekApprovalContext,
    events: {} as WeekApprovalEvent,
    emitted: {} as WeekApprovalEmitted,
    tags: {} as Tag,
  },
  actors: {
    approveDays: notProvided<ApprovalOutcome, readonly ProviderDay[]>('approveDays'),
  },
  guards: {
    isOpenDay: ({ context, event }) => event.type === 'day.toggle' && dayApproval(context.days, event.date) === 'open',
    hasOpenDays: ({ context, event }) => event.type === 'days.check' && openAmong(context.days, event.days).length > 0,
    hasRefusals: (_, { refusals }: ApprovalOutcome) => refusals.length > 0,
    hasPending: ({ context }) => context.pending.length > 0,
    hasOverDays: ({ context }) => context.pending.some(({ isOver }) => isOver),
    hasMessage,
  },
  actions: {
    showDays: assign(({ context, event }) => {
      assertEvent(event, 'days.show')
      const { dates, days } = event
      const current = context.pending.map((day) => days.find((shown) => isSameDay(shown, day)) ?? day)
      return { dates, days, pending: current.filter(({ isApproved }) => !isApproved) }
    }),
    toggleDay: assign(({ context, event }) => {
      assertEvent(event, 'day.toggle')
      const meant = checkable(context.days, event.date)
      const others = context.pending.filter((day) => !has(meant, day))
      return { pending: checkOf(context, event.date) === 'all' ? others : [...others, ...meant] }
    }),
    checkDays: assign(({ context, event }) => {
      assertEvent(event, 'days.check')
      const meant = openAmong(context.days, event.days)
      const others = context.pending.filter((day) => !has(meant, day))
      return { pending: event.isChecked ? [...others, ...meant] : others }
    }),
    keepOutcome: assign((_, outcome: ApprovalOutcome) => ({ outcome })),
    dropPending: assign({ pending: [] }),
    /** Keeps the checkmarks in place while the calendar reloads. */
    markApproved: assign(({ context }, { approved }: ApprovalOutcome) => ({
      days: context.days.map((day) => (has(approved, day) ? { ...day, isApproved: true } : day)),
    })),
    clearNotice: assign({ outcome: NO_OUTCOME, failure: undefined }),
    keepFailure: assign({ failure: messageOf }),
    tellChanged: emit({ type: 'approval.changed' }),
    tellApproved: emit((_, { approved }: ApprovalOutcome) => ({
      type: 'days.approved' as const,
      count: datesOf(approved).length,
      providerDays: approved.length,
    })),
    tellLeft: emit({ type: 'page.left' }),
  },
}).createMachine({
  id: 'weekApproval',
  description: 'Checked days of one or more weeks are approved together.',
  initial: 'choosing',
  context: { dates: [], days: [], pending: [], outcome: NO_OUTCOME, failure: undefined },
  on: { 'days.show': { actions: 'showDays' } },
  states: {
    choosing: {
      description: 'The user checks and unchecks days. Checks stay while other weeks are shown.',
      tags: 'editable',
      on: {
        'day.toggle': { guard: 'isOpenDay', actions: 'toggleDay' },
        'days.check': { guard: 'hasOpenDays', actions: 'checkDays' },
        'selection.clear': { guard: 'hasPending', actions: 'dropPending' },
        'approval.save': [{ guard: 'hasPending', target: 'confirming' }, { target: 'warned' }],
        'page.leave': { guard: 'hasPending', target: 'leaving' },
      },
    },
    warned: {
      description: 'No day is checked; a message says so.',
      on: { 'notice.dismiss': 'choosing' },
    },
    leaving: {
      description: 'Asks before another page opens, where the checks would be lost.',
      on: {
        'leave.confirm': { target: 'choosing', actions: ['dropPending', 'tellLeft'] },
        'leave.dismiss': 'choosing',
      },
    },
    confirming: {
      description:
        'The user is asked to confirm; days that are not over are named as left out. Cancel unchecks all days.',
      on: {
        'approval.confirm': [{ guard: 'hasOverDays', target: 'saving' }, { target: 'choosing' }],
        'approval.cancel': { target: 'choosing', actions: 'dropPending' },
      },
    },
    saving: {
      description: 'The approval is being saved.',
      tags: 'busy',
      invoke: {
        id: 'approveDays',
        src: 'approveDays',
        input: ({ context }) => context.pending.filter(({ isOver }) => isOver),
        onDone: [
          {
            guard: { type: 'hasRefusals', params: ({ event }) => event.output },
            target: 'refused',
            actions: [
              { type: 'keepOutcome', params: ({ event }) => event.output },
              { type: 'markApproved', params: ({ event }) => event.output },
              'dropPending',
              'tellChanged',
            ],
          },
          {
            target: 'choosing',
            actions: [
              { type: 'markApproved', params: ({ event }) => event.output },
              'dropPending',
              'tellChanged',
              { type: 'tellApproved', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'choosing' }],
      },
    },
    refused: {
      description: 'Some days could not be approved: a message lists what was approved, and the days that need work.',
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
