/**
 * The details of one session in a dialog, and what may be done to it there (spec 2, sections 2.5 and 4). It says whether
 * a change is possible and announces it: editing happens on the form's own page, deleting asks first (`confirmAction`).
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import { countsAsApproved, type EventDetail } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export const DELETION_QUESTION = 'Are you sure you want to delete the record?'

/** One occurrence alone, or it and what follows it in its series. */
export type ChangeScope = 'occurrence' | 'series'

/** What a change is made to. */
export interface ChangeTarget {
  scope: ChangeScope
  occurrenceId: number
  scheduleEventId: number
  /** The occurrence's day; a series is changed from it on. */
  date: LocalDate
  isRecurring: boolean
  /** The version of the occurrence that was seen. */
  entityCacheKey: string
}

interface EventModalContext {
  /** The occurrence asked for last. */
  id: number
  detail: EventDetail | undefined
  failure: string | undefined
}

export type EventModalEvent =
  | { type: 'event.open'; id: number }
  | { type: 'modal.close' }
  | { type: 'occurrence.edit' }
  | { type: 'series.edit' }
  | { type: 'occurrence.delete' }
  | { type: 'series.delete' }
  | { type: 'expired.dismiss' }

export type EventModalEmitted =
  /** The form of the session is to be opened. */
  | { type: 'edit.chosen'; target: ChangeTarget }
  /** It is to be asked whether the session may go. */
  | { type: 'deletion.chosen'; target: ChangeTarget }

const isOpen = ({ detail }: EventModalContext) => detail !== undefined && !countsAsApproved(detail.original.isApproved)
const isUpcoming = (context: EventModalContext) => isOpen(context) && context.detail?.original.isEventPassed === false
const isOfSeries = ({ detail }: EventModalContext) => detail?.original.isRecurring === true

const targetOf = ({ detail }: EventModalContext, scope: ChangeScope): ChangeTarget => {
  if (detail === undefined) throw new Error('No session is shown')
  const { id, scheduleEventId, eventDate, isRecurring, entityCacheKey } = detail.original
  return { scope, occurrenceId: id, scheduleEventId, date: eventDate, isRecurring, entityCacheKey }
}

export const eventModalMachine = setup({
  types: {
    context: {} as EventModalContext,
    events: {} as EventModalEvent,
    emitted: {} as EventModalEmitted,
    tags: {} as Tag,
  },
  actors: { loadEvent: notProvided<EventDetail, { id: number }>('loadEvent') },
  guards: {
    hasMessage: ({ event }) => 'error' in event && failureMessage(event.error) !== undefined,
    /** Approved and locked days are read-only; what has passed is refused in words. */
    isExpired: ({ context }) => isOpen(context) && !isUpcoming(context),
    isExpiredSeries: ({ context }) => isOpen(context) && !isUpcoming(context) && isOfSeries(context),
    isChangeable: ({ context }) => isUpcoming(context),
    isChangeableSeries: ({ context }) => isUpcoming(context) && isOfSeries(context),
  },
  actions: {
    takeId: assign(({ event }) => (event.type === 'event.open' ? { id: event.id, detail: undefined } : {})),
    keepDetail: assign((_, detail: EventDetail) => ({ detail })),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
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
  context: { id: 0, detail: undefined, failure: undefined },
  states: {
    closed: {
      description: 'No dialog.',
      on: { 'event.open': { target: 'loading', actions: 'takeId' } },
    },
    loading: {
      description: 'The dialog is open and its session on the way.',
      tags: 'busy',
      invoke: {
        id: 'loadEvent',
        src: 'loadEvent',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'shown', actions: { type: 'keepDetail', params: ({ event }) => event.output } },
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'closed' }],
      },
      on: { 'modal.close': 'closed' },
    },
    shown: {
      description: 'The session can be read, and changed unless its day is approved or locked.',
      on: {
        'modal.close': 'closed',
        'occurrence.edit': [
          { guard: 'isExpired', target: '.expired' },
          { guard: 'isChangeable', target: 'closed', actions: { type: 'announceEdit', params: 'occurrence' } },
        ],
        'series.edit': [
          { guard: 'isExpiredSeries', target: '.expired' },
          { guard: 'isChangeableSeries', target: 'closed', actions: { type: 'announceEdit', params: 'series' } },
        ],
        'occurrence.delete': [
          { guard: 'isExpired', target: '.expired' },
          { guard: 'isChangeable', actions: { type: 'announceDeletion', params: 'occurrence' } },
        ],
        'series.delete': [
          { guard: 'isExpiredSeries', target: '.expired' },
          { guard: 'isChangeableSeries', actions: { type: 'announceDeletion', params: 'series' } },
        ],
      },
      initial: 'reading',
      states: {
        reading: { description: 'Nothing stands above it.' },
        expired: {
          description: 'It has passed and cannot be changed any more, and the user is told so.',
          on: { 'expired.dismiss': 'reading' },
        },
      },
    },
    failed: {
      description: 'It could not be read, and the user is told why.',
      tags: 'failed',
      on: { 'modal.close': { target: 'closed', actions: 'clearFailure' } },
    },
  },
})

export type EventModalSnapshot = SnapshotFrom<typeof eventModalMachine>
