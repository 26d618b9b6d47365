/**
 * The details of one session in a dialog, and what may be done to it there (spec 2, sections 2.5 and 4). It says whether
 * a change is possible and announces it: editing happens on the form's own page, deleting asks first (`confirmAction`).
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, isStatus } from '#contract/failures.ts'
import { countsAsApproved, type EventDetail, type SavedTimesheet } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { withHours } from './timesheet-entry.ts'

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
  /** The version of its session, where the host of the API tells it. */
  seriesCacheKey: string | undefined
}

export interface EventModalInput {
  isAdministrator: boolean
  /** The user has a page for looking at sessions, where one without students goes (spec 2, section 2.4). */
  viewsApart?: boolean
  /** It is opened from a calendar in schedule-creator mode, whose calls say so. */
  isCreator?: boolean
}

/** The session to read. */
export interface LoadEventInput {
  id: number
  isCreator: boolean
}

export type EditDecision = 'approve' | 'reject'

/** An administrator's word on a change that waits. */
export interface DecideEditInput {
  decision: EditDecision
  occurrenceId: number
  entityCacheKey: string
}

interface EventModalContext extends EventModalInput {
  /** The occurrence asked for last. */
  id: number
  detail: EventDetail | undefined
  failure: string | undefined
  decision: EditDecision
}

export type EventModalEvent =
  | { type: 'event.open'; id: number }
  /** The hours that the session belongs to were saved above it. */
  | { type: 'timesheet.replace'; saved: SavedTimesheet }
  | { type: 'modal.close' }
  | { type: 'occurrence.edit' }
  | { type: 'series.edit' }
  | { type: 'occurrence.delete' }
  | { type: 'series.delete' }
  | { type: 'edit.approve' }
  | { type: 'edit.reject' }
  | { type: 'expired.dismiss' }

export type EventModalEmitted =
  /** The form of the session is to be opened. */
  | { type: 'edit.chosen'; target: ChangeTarget }
  /** It is to be asked whether the session may go. */
  | { type: 'deletion.chosen'; target: ChangeTarget }
  /** It has no students: the page that shows it is to be opened. */
  | { type: 'view.chosen'; target: ChangeTarget }
  /** There is no such session any more: the form that creates one is to be opened. */
  | { type: 'original.missing'; id: number }
  /** The change that waited counts now, or is dropped: calendars are out of date. */
  | { type: 'edit.decided' }

type Change = Exclude<EventModalEvent['type'], 'event.open' | 'timesheet.replace' | 'modal.close' | 'expired.dismiss'>

/**
 * What may be done to the session, in the order of its buttons: nothing on approved and locked days; of a change that
 * waits an administrator says first what becomes of it. What has passed is offered and then refused in words.
 */
const offeredOf = ({ detail, isAdministrator }: EventModalContext): readonly Change[] => {
  if (detail === undefined || countsAsApproved(detail.original.isApproved)) return []
  const { isRecurring } = detail.original
  const deletions: Change[] = isRecurring ? ['occurrence.delete', 'series.delete'] : ['occurrence.delete']
  if (detail.isEdited && isAdministrator) return [...deletions, 'edit.reject', 'edit.approve']
  return isRecurring ? [...deletions, 'series.edit', 'occurrence.edit'] : [...deletions, 'occurrence.edit']
}

const targetOf = ({ detail }: EventModalContext, scope: ChangeScope): ChangeTarget => {
  if (detail === undefined) throw new Error('No session is shown')
  const { id, scheduleEventId, eventDate, isRecurring, entityCacheKey, seriesCacheKey } = detail.original
  return { scope, occurrenceId: id, scheduleEventId, date: eventDate, isRecurring, entityCacheKey, seriesCacheKey }
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
    replaceHours: assign(({ context: { detail }, event }) => {
      assertEvent(event, 'timesheet.replace')
      return { detail: detail && { ...detail, original: withHours(detail.original, event.saved) } }
    }),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
    keepDecision: assign((_, decision: EditDecision) => ({ decision })),
    announceView: emit(({ context }) => ({ type: 'view.chosen' as const, target: targetOf(context, 'occurrence') })),
    announceMissing: emit(({ context }) => ({ type: 'original.missing' as const, id: context.id })),
    announceDecided: emit({ type: 'edit.decided' }),
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
      description: 'The dialog is open and its session on the way.',
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
      on: { 'modal.close': 'closed' },
    },
    shown: {
      description: 'The session can be read, and changed unless its day is approved or locked.',
      initial: 'reading',
      states: {
        reading: {
          description: 'Nothing stands above it.',
          on: {
            // Labels or a note were saved above it: what it shows is out of date.
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
          },
        },
        expired: {
          description: 'It has passed and cannot be changed any more, and the user is told so.',
          on: { 'expired.dismiss': 'reading' },
        },
        deciding: {
          description: "The administrator's word is on its way; the dialog waits for the answer.",
          tags: 'busy',
          invoke: {
            id: 'decideEdit',
            src: 'decideEdit',
            input: ({ context }) => {
              const { occurrenceId, entityCacheKey } = targetOf(context, 'occurrence')
              return { decision: context.decision, occurrenceId, entityCacheKey }
            },
            onDone: { target: '#eventModal.closed', actions: 'announceDecided' },
            onError: [
              { guard: 'hasMessage', target: '#eventModal.failed', actions: 'keepFailure' },
              { target: 'reading' },
            ],
          },
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

/** What the dialog has buttons for. */
export const selectOffered = ({ context }: EventModalSnapshot): readonly Change[] => offeredOf(context)
