/**
 * The details of one session in a dialog, and the actions on it (spec 2, sections 2.5 and 4). The machine decides which
 * changes are possible and announces them: the form edits on its own page, and deletion is confirmed first.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { isStatus } from '#contract/failures.ts'
import { countsAsApproved, type EventDetail, type SavedTimesheet } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { withHours } from './timesheet-entry.ts'

/** One occurrence, or the series from that occurrence on. */
export type ChangeScope = 'occurrence' | 'series'

/** The target of a change. */
export interface ChangeTarget {
  scope: ChangeScope
  occurrenceId: number
  scheduleEventId: number
  /** The occurrence's day, which is the first day to change in a series. */
  date: LocalDate
  isRecurring: boolean
  /** The version of the occurrence that the user saw. */
  entityCacheKey: string
  /** The version of its session, if the API host sends it. */
  seriesCacheKey: string | undefined
  /** A provider's edited version waits, which deleting the occurrence discards. */
  isEdited: boolean
}

export interface EventModalInput {
  isAdministrator: boolean
  /** The user has a page that shows sessions, where those without students open (spec 2, section 2.4). */
  viewsApart?: boolean
  /** The calendar is in schedule-creator mode, which its calls pass along. */
  isCreator?: boolean
}

/** The session to load. */
export interface LoadEventInput {
  id: number
  isCreator: boolean
  /** A reload in the background, which nobody asked for. */
  isUnattended?: boolean
}

/** A provider withdraws their own change. */
export type EditDecision = 'approve' | 'reject' | 'withdraw'

/** The decision on a pending change. */
export interface DecideEditInput {
  decision: EditDecision
  occurrenceId: number
  entityCacheKey: string
  /** Names the conflicts that the dialog shows, if the API host sends them. */
  seenKey: string | undefined
}

interface EventModalContext extends EventModalInput {
  /** The occurrence requested last. */
  id: number
  detail: EventDetail | undefined
  failure: string | undefined
  decision: EditDecision
}

export type EventModalEvent =
  | { type: 'event.open'; id: number }
  /** Others changed the session, or its day: it is read again, unnoticed. */
  | { type: 'event.follow' }
  /** The session's hours were saved in a dialog on top. */
  | { type: 'timesheet.replace'; saved: SavedTimesheet }
  | { type: 'modal.close' }
  | { type: 'occurrence.edit' }
  | { type: 'series.edit' }
  | { type: 'occurrence.delete' }
  | { type: 'series.delete' }
  | { type: 'edit.approve' }
  | { type: 'edit.reject' }
  | { type: 'edit.withdraw' }
  | { type: 'expired.dismiss' }

export type EventModalEmitted =
  /** Open the session's form. */
  | { type: 'edit.chosen'; target: ChangeTarget }
  /** Confirm the deletion. */
  | { type: 'deletion.chosen'; target: ChangeTarget }
  /** The session has no students: open the page that shows it. */
  | { type: 'view.chosen'; target: ChangeTarget }
  /** The session no longer exists: open the form that creates one. */
  | { type: 'original.missing'; id: number }
  /** The session that was shown has been deleted. */
  | { type: 'event.vanished' }
  /** The pending change was approved, rejected or withdrawn, so calendars are out of date. */
  | { type: 'edit.decided'; decision: EditDecision }

type Change = Exclude<
  EventModalEvent['type'],
  'event.open' | 'event.follow' | 'timesheet.replace' | 'modal.close' | 'expired.dismiss'
>

const DECISIONS = ['edit.reject', 'edit.approve'] as const satisfies readonly Change[]
const WITHDRAWAL = ['edit.withdraw'] as const satisfies readonly Change[]

/** A change that can't be approved now can be rejected. */
const decisionsOn = ({ edited }: EventDetail): readonly Change[] =>
  DECISIONS.filter((type) => type !== 'edit.approve' || (edited?.decision?.obstacle ?? null) === null)

/**
 * The actions on the session, in the order of the buttons. None on approved and locked days; a pending change must be
 * decided or withdrawn before another one. Actions on past sessions are offered, then refused with a message.
 */
const offeredOf = ({ detail, isAdministrator }: EventModalContext): readonly Change[] => {
  if (detail === undefined || countsAsApproved(detail.original.isApproved)) return []
  const { isRecurring } = detail.original
  const deletions: Change[] = isRecurring ? ['occurrence.delete', 'series.delete'] : ['occurrence.delete']
  if (detail.isEdited) return [...deletions, ...(isAdministrator ? decisionsOn(detail) : WITHDRAWAL)]
  return isRecurring ? [...deletions, 'series.edit', 'occurrence.edit'] : [...deletions, 'occurrence.edit']
}

const targetOf = ({ detail }: EventModalContext, scope: ChangeScope): ChangeTarget => {
  if (detail === undefined) throw new Error('No session is open')
  const { id, scheduleEventId, eventDate, isRecurring, entityCacheKey, seriesCacheKey } = detail.original
  const { isEdited } = detail
  const versions = { entityCacheKey, seriesCacheKey }
  return { scope, occurrenceId: id, scheduleEventId, date: eventDate, isRecurring, isEdited, ...versions }
}

export const eventModalMachine = setup({
  types: {
    context: {} as EventModalContext,
    events: {} as EventModalEvent,
    input: {} as EventModalInput,
    emitted: {} as EventModalEmitted,
    tags: {} as Tag,
  },
  actors: {
    loadEvent: notProvided<EventDetail, LoadEventInput>('loadEvent'),
    decideEdit: notProvided<unknown, DecideEditInput>('decideEdit'),
  },
  guards: {
    isShownApart: ({ context }, detail: EventDetail) =>
      context.viewsApart === true && !detail.isEdited && detail.originalStudentList.length === 0,
    isMissing: ({ event }) => 'error' in event && isStatus(event.error, 404),
    hasMessage,
    isOffered: ({ context, event }) => offeredOf(context).some((type) => type === event.type),
    isExpired: ({ context, event }) =>
      context.detail?.original.isEventPassed === true && offeredOf(context).some((type) => type === event.type),
  },
  actions: {
    takeId: assign(({ event }) => (event.type === 'event.open' ? { id: event.id, detail: undefined } : {})),
    keepDetail: assign((_, detail: EventDetail) => ({ detail })),
    forgetDetail: assign({ detail: undefined }),
    replaceHours: assign(({ context: { detail }, event }) => {
      assertEvent(event, 'timesheet.replace')
      return { detail: detail && { ...detail, original: withHours(detail.original, event.saved) } }
    }),
    keepFailure: assign({ failure: messageOf }),
    keepDecision: assign((_, decision: EditDecision) => ({ decision })),
    announceView: emit(({ context }) => ({ type: 'view.chosen' as const, target: targetOf(context, 'occurrence') })),
    announceMissing: emit(({ context }) => ({ type: 'original.missing' as const, id: context.id })),
    announceVanished: emit({ type: 'event.vanished' as const }),
    announceDecided: emit(({ context: { decision } }) => ({ type: 'edit.decided' as const, decision })),
    clearFailure: assign({ failure: undefined }),
    announceEdit: emit(({ context }, scope: ChangeScope) => ({
      type: 'edit.chosen' as const,
      target: targetOf(context, scope),
    })),
    announceDeletion: emit(({ context }, scope: ChangeScope) => ({
      type: 'deletion.chosen' as const,
      target: targetOf(context, scope),
    })),
  },
}).createMachine({
  id: 'eventModal',
  description: 'One session, opened from a calendar.',
  initial: 'closed',
  context: ({ input }) => ({ ...input, id: 0, detail: undefined, failure: undefined, decision: 'approve' }),
  states: {
    closed: {
      description: 'No dialog.',
      on: { 'event.open': { target: 'loading', actions: 'takeId' } },
    },
    loading: {
      description: 'The dialog is open and its session is loading.',
      tags: 'busy',
      invoke: {
        id: 'loadEvent',
        src: 'loadEvent',
        input: ({ context: { id, isCreator = false } }) => ({ id, isCreator }),
        onDone: [
          {
            guard: { type: 'isShownApart', params: ({ event }) => event.output },
            target: 'closed',
            actions: [{ type: 'keepDetail', params: ({ event }) => event.output }, 'announceView'],
          },
          { target: 'shown', actions: { type: 'keepDetail', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'isMissing', target: 'closed', actions: 'announceMissing' },
          { guard: 'hasMessage', target: 'failed', actions: 'keepFailure' },
          { target: 'closed' },
        ],
      },
      on: { 'modal.close': 'closed', 'event.follow': { target: 'loading', reenter: true } },
    },
    shown: {
      description: 'Shows the session, which can be changed unless its day is approved or locked.',
      initial: 'reading',
      states: {
        reading: {
          description: 'No other dialog is on top.',
          initial: 'settled',
          states: {
            settled: { description: 'The session is as it was read.' },
            following: {
              description:
                'Others changed the session. It is being read again, unnoticed; if that fails, what was read stays.',
              invoke: {
                id: 'loadEvent',
                src: 'loadEvent',
                input: ({ context: { id, isCreator = false } }) => ({ id, isCreator, isUnattended: true }),
                onDone: [
                  // Nobody is taken to another page because others changed something.
                  { guard: { type: 'isShownApart', params: ({ event }) => event.output }, target: 'settled' },
                  { target: 'settled', actions: { type: 'keepDetail', params: ({ event }) => event.output } },
                ],
                onError: [
                  { guard: 'isMissing', target: '#eventModal.closed', actions: 'announceVanished' },
                  { target: 'settled' },
                ],
              },
              on: { 'timesheet.replace': { target: 'following', reenter: true, actions: 'replaceHours' } },
            },
          },
          on: {
            'event.follow': '.following',
            // Labels or a note were saved in a dialog on top, so reload the details.
            'event.open': { target: '#eventModal.loading', actions: 'takeId' },
            'timesheet.replace': { actions: 'replaceHours' },
            'modal.close': '#eventModal.closed',
            'occurrence.edit': [
              { guard: 'isExpired', target: 'expired' },
              {
                guard: 'isOffered',
                target: '#eventModal.closed',
                actions: { type: 'announceEdit', params: 'occurrence' },
              },
            ],
            'series.edit': [
              { guard: 'isExpired', target: 'expired' },
              { guard: 'isOffered', target: '#eventModal.closed', actions: { type: 'announceEdit', params: 'series' } },
            ],
            'occurrence.delete': [
              { guard: 'isExpired', target: 'expired' },
              { guard: 'isOffered', actions: { type: 'announceDeletion', params: 'occurrence' } },
            ],
            'series.delete': [
              { guard: 'isExpired', target: 'expired' },
              { guard: 'isOffered', actions: { type: 'announceDeletion', params: 'series' } },
            ],
            'edit.approve': {
              guard: 'isOffered',
              target: 'deciding',
              actions: { type: 'keepDecision', params: 'approve' },
            },
            'edit.reject': {
              guard: 'isOffered',
              target: 'deciding',
              actions: { type: 'keepDecision', params: 'reject' },
            },
            'edit.withdraw': [
              { guard: 'isExpired', target: 'expired' },
              { guard: 'isOffered', target: 'deciding', actions: { type: 'keepDecision', params: 'withdraw' } },
            ],
          },
        },
        expired: {
          description: 'The session has passed; a message says that it can no longer be changed.',
          on: { 'expired.dismiss': 'reading' },
        },
        deciding: {
          description: "The administrator's decision, or the provider's withdrawal, is being saved.",
          tags: 'busy',
          invoke: {
            id: 'decideEdit',
            src: 'decideEdit',
            input: ({ context }) => {
              const { occurrenceId, entityCacheKey } = targetOf(context, 'occurrence')
              const seenKey = context.detail?.edited?.decision?.seenKey
              return { decision: context.decision, occurrenceId, entityCacheKey, seenKey }
            },
            onDone: { target: '#eventModal.closed', actions: 'announceDecided' },
            onError: [
              { guard: 'hasMessage', target: '#eventModal.refused', actions: 'keepFailure' },
              { target: 'reading' },
            ],
          },
        },
      },
    },
    refused: {
      description: 'The decision was refused; a message says why. After it, the session is read again and asks again.',
      tags: 'failed',
      on: { 'modal.close': { target: 'loading', actions: ['clearFailure', 'forgetDetail'] } },
    },
    failed: {
      description: 'Loading failed; the message says why.',
      tags: 'failed',
      on: { 'modal.close': { target: 'closed', actions: 'clearFailure' } },
    },
  },
})

export type EventModalSnapshot = SnapshotFrom<typeof eventModalMachine>

/** The actions that the dialog has buttons for. */
export const selectOffered = ({ context }: EventModalSnapshot): readonly Change[] => offeredOf(context)
