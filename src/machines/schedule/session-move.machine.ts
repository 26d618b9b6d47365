/**
 * Moving a session on a calendar, or pulling its end: an edit of that occurrence, by the rules of editing it. What was
 * dropped is shown in its new place at once; the occurrence is read, its times alone are changed and sent back with the
 * version that the calendar showed. Whatever goes wrong, the session is where it was. Undo is the same edit backwards.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { CalendarEvent } from '#contract/schedule.ts'
import type { ChangedSessions, StoredSession } from '#contract/session-form.ts'
import { type SessionForm, sessionFormMessages } from '#domain/session-form.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { changeInWords } from './change-outcome.ts'
import {
  isSameTime,
  type MovingUser,
  movedForm,
  moveMessages,
  moveProblem,
  type SessionMove,
  type SessionTimes,
  timesOf,
  timesOfStored,
} from './move-rules.ts'

export interface SessionMoveInput {
  user: MovingUser
  /** The organisation's clock, asked at each move. */
  now: () => { date: LocalDate; time: LocalTime }
}

/** What takes a move back. */
export interface UndoMove {
  /** As the calendar showed it before. */
  event: CalendarEvent
  /** Where the move brought it: whoever changed that since is not overruled. */
  from: SessionTimes
  to: SessionTimes
  /** It never left its place: the change waits. */
  isPending: boolean
}

/** What is sent. */
export interface SaveMoveInput {
  occurrenceId: number
  form: SessionForm
  userId: number
  serviceRate: string | null
  isEventStarted: boolean
  entityCacheKey: string
}

interface SessionMoveContext extends SessionMoveInput {
  /** What is under way, or was last. */
  event: CalendarEvent | undefined
  to: SessionTimes | undefined
  /** Set while a move is taken back. */
  undoing: UndoMove | undefined
  /** The stored times, which Undo brings back. */
  before: SessionTimes | undefined
  request: SaveMoveInput | undefined
  /** It went through, but waits for an administrator. */
  isPending: boolean
  message: string | undefined
}

export type SessionMoveEvent =
  | { type: 'session.move'; move: SessionMove }
  | { type: 'move.undo'; undo: UndoMove }
  | { type: 'failure.dismiss' }
  /** The calendar was read anew: it shows what is stored. */
  | { type: 'calendar.show' }

export type SessionMoveEmitted =
  /** `undo` is missing where a move was taken back. */
  | { type: 'move.saved'; message: string; undo?: UndoMove }
  /** No answer came. */
  | { type: 'move.lost'; message: string }
  /** What the calendar shows is not what is stored. */
  | { type: 'calendar.outdate' }

const problemOf = ({ user, now }: SessionMoveContext, event: SessionMoveEvent): string | undefined =>
  event.type === 'session.move' ? moveProblem(event.move, user, now()) : undefined

/** Why what is stored can't be moved after all. */
const storedProblem = ({ to, undoing, user }: SessionMoveContext, stored: StoredSession): string | undefined => {
  if (to === undefined) throw new Error('Nothing was moved')
  if (undoing && !isSameTime(undoing.from, timesOfStored(stored))) return moveMessages.changedMeanwhile
  const moved = movedForm(stored, to, user)
  return 'problem' in moved ? moved.problem : undefined
}

const requestOf = ({ event, to, undoing, user }: SessionMoveContext, stored: StoredSession): SaveMoveInput => {
  const moved = to && movedForm(stored, to, user)
  if (event === undefined || moved === undefined || 'problem' in moved) throw new Error('Nothing can be moved')
  return {
    occurrenceId: event.id,
    form: moved.form,
    userId: user.id,
    serviceRate: stored.scheduleEventRecurrenceSchoolStudents.serviceRate,
    isEventStarted: stored.isEventStarted,
    // What takes a move back is based on what that move made, which was just read.
    entityCacheKey: undoing ? stored.entityCacheKey : event.entityCacheKey,
  }
}

export const sessionMoveMachine = setup({
  types: {
    context: {} as SessionMoveContext,
    events: {} as SessionMoveEvent,
    emitted: {} as SessionMoveEmitted,
    input: {} as SessionMoveInput,
    tags: {} as Tag,
  },
  actors: {
    readSession: notProvided<StoredSession, { occurrenceId: number }>('readSession'),
    saveMove: notProvided<ChangedSessions, SaveMoveInput>('saveMove'),
  },
  guards: {
    isImpossible: ({ context, event }) => problemOf(context, event) !== undefined,
    isStoredOtherwise: ({ context }, stored: StoredSession) => storedProblem(context, stored) !== undefined,
    hasMessage: ({ event }) => 'error' in event && failureMessage(event.error) !== undefined,
  },
  actions: {
    keepMove: assign(({ event }) =>
      event.type === 'session.move' ? { event: event.move.event, to: event.move.to, undoing: undefined } : {},
    ),
    keepUndo: assign(({ event }) =>
      event.type === 'move.undo' ? { event: event.undo.event, to: event.undo.to, undoing: event.undo } : {},
    ),
    keepProblem: assign(({ context, event }) => ({ message: problemOf(context, event) })),
    keepStoredProblem: assign(({ context }, stored: StoredSession) => ({ message: storedProblem(context, stored) })),
    prepareRequest: assign(({ context }, stored: StoredSession) => ({
      before: timesOfStored(stored),
      request: requestOf(context, stored),
    })),
    keepOutcome: assign((_, { isPending }: ChangedSessions) => ({ isPending })),
    keepFailure: assign({ message: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
    clearFailure: assign({ message: undefined }),
    announceSaved: emit(({ context: { event, to, before, undoing } }, saved: ChangedSessions) => ({
      type: 'move.saved' as const,
      message: changeInWords(sessionFormMessages.updated, saved),
      ...(event && to && before && !undoing && { undo: { event, from: to, to: before, isPending: saved.isPending } }),
    })),
    announceLost: emit({ type: 'move.lost', message: moveMessages.lost }),
    announceOutdated: emit({ type: 'calendar.outdate' }),
  },
}).createMachine({
  id: 'sessionMove',
  description: 'A session is moved on a calendar, or made longer or shorter.',
  context: ({ input }) => ({
    ...input,
    event: undefined,
    to: undefined,
    undoing: undefined,
    before: undefined,
    request: undefined,
    isPending: false,
    message: undefined,
  }),
  initial: 'resting',
  states: {
    resting: {
      description: 'Sessions can be moved.',
      initial: 'idle',
      on: {
        'session.move': [
          { guard: 'isImpossible', target: 'failed', actions: ['keepMove', 'keepProblem'] },
          { target: 'reading', actions: 'keepMove' },
        ],
        'move.undo': { target: 'reading', actions: 'keepUndo' },
      },
      states: {
        idle: { description: 'The calendar shows every session where it is stored.' },
        settling: {
          description: 'A move went through; the calendar is read anew, and until then told where the session is.',
          on: { 'calendar.show': 'idle' },
        },
      },
    },
    reading: {
      description: 'The occurrence is read: all but its times stays as it is stored.',
      tags: 'busy',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        input: ({ context: { event } }) => ({ occurrenceId: event?.id ?? 0 }),
        onDone: [
          {
            guard: { type: 'isStoredOtherwise', params: ({ event }) => event.output },
            target: 'failed',
            actions: [{ type: 'keepStoredProblem', params: ({ event }) => event.output }, 'announceOutdated'],
          },
          { target: 'saving', actions: { type: 'prepareRequest', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'hasMessage', target: 'failed', actions: ['keepFailure', 'announceOutdated'] },
          { target: 'resting', actions: 'announceLost' },
        ],
      },
    },
    saving: {
      description: 'The session is shown in its new place, and its new times are on their way.',
      tags: 'busy',
      invoke: {
        id: 'saveMove',
        src: 'saveMove',
        input: ({ context: { request } }) => {
          if (request === undefined) throw new Error('Nothing was prepared')
          return request
        },
        onDone: {
          target: 'resting.settling',
          actions: [
            { type: 'keepOutcome', params: ({ event }) => event.output },
            { type: 'announceSaved', params: ({ event }) => event.output },
          ],
        },
        onError: [
          { guard: 'hasMessage', target: 'failed', actions: ['keepFailure', 'announceOutdated'] },
          // The answer may have been lost on its way back: only the calendar knows what is stored.
          { target: 'resting', actions: ['announceLost', 'announceOutdated'] },
        ],
      },
    },
    failed: {
      description: 'The session is back where it was, and the user is told why.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'resting', actions: 'clearFailure' } },
    },
  },
})

export type SessionMoveSnapshot = SnapshotFrom<typeof sessionMoveMachine>

/** A session that the calendar has to show otherwise than it has read it. */
export interface PlacedSession {
  readonly occurrenceId: number
  readonly times: SessionTimes
  readonly isBusy: boolean
  /** Known once it is saved: a change of it waits. */
  readonly isEdited: boolean | undefined
}

export const selectPlaced = (snapshot: SessionMoveSnapshot): PlacedSession | undefined => {
  const { event, to, undoing, isPending } = snapshot.context
  const isSettling = snapshot.matches({ resting: 'settling' })
  const isUnderWay = !isSettling && !snapshot.matches('resting') && !snapshot.matches('failed')
  if (event === undefined || to === undefined || !(isSettling || isUnderWay)) return undefined
  const stays = undoing?.isPending === true || (isSettling && isPending)
  return {
    occurrenceId: event.id,
    times: stays ? timesOf(event) : to,
    isBusy: isUnderWay,
    isEdited: isSettling ? isPending : undefined,
  }
}
