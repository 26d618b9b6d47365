/**
 * Moving a session on a calendar, or pulling its end: an edit of that occurrence, by the rules of editing it. What was
 * dropped is shown in its new place at once; the occurrence is read, its times alone are changed and sent back with the
 * version that the calendar showed. Whatever goes wrong, the session is where it was. Undo is the same edit backwards.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { CalendarEvent } from '#contract/schedule.ts'
import type { ChangedSessions, StoredSession } from '#contract/session-form.ts'
import type { Clash } from '#contract/session-preview.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { changeInWords } from './change-outcome.ts'
import {
  type MovingUser,
  moveMessages,
  moveProblem,
  moveRequest,
  type SaveMoveInput,
  type SessionMove,
  type SessionTimes,
  storedMoveProblem,
  timesOf,
  timesOfStored,
  type UndoMove,
} from './move-rules.ts'

export interface SessionMoveInput {
  user: MovingUser
  /** The organisation's clock, asked at each move. */
  now: () => { date: LocalDate; time: LocalTime }
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
  /** What the session would clash with in its new place. */
  clashes: readonly Clash[]
  /** It went through, but waits for an administrator. */
  isPending: boolean
  message: string | undefined
}

export type SessionMoveEvent =
  | { type: 'session.move'; move: SessionMove }
  | { type: 'move.undo'; undo: UndoMove }
  | { type: 'move.confirm' }
  | { type: 'move.cancel' }
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

const preparedOf = ({ request }: SessionMoveContext): SaveMoveInput => {
  if (request === undefined) throw new Error('Nothing was prepared')
  return request
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
    checkMove: notProvided<readonly Clash[], SaveMoveInput>('checkMove'),
    saveMove: notProvided<ChangedSessions, SaveMoveInput>('saveMove'),
  },
  guards: {
    isImpossible: ({ context, event }) => problemOf(context, event) !== undefined,
    isStoredOtherwise: ({ context }, stored: StoredSession) => storedMoveProblem(context, stored) !== undefined,
    isUndo: ({ context }) => context.undoing !== undefined,
    hasClashes: (_, clashes: readonly Clash[]) => clashes.length > 0,
    hasMessage,
  },
  actions: {
    keepMove: assign(({ event }) =>
      event.type === 'session.move' ? { event: event.move.event, to: event.move.to, undoing: undefined } : {},
    ),
    keepUndo: assign(({ event }) =>
      event.type === 'move.undo' ? { event: event.undo.event, to: event.undo.to, undoing: event.undo } : {},
    ),
    keepProblem: assign(({ context, event }) => ({ message: problemOf(context, event) })),
    keepStoredProblem: assign(({ context }, stored: StoredSession) => ({
      message: storedMoveProblem(context, stored),
    })),
    prepareRequest: assign(({ context }, stored: StoredSession) => ({
      before: timesOfStored(stored),
      request: moveRequest(context, stored),
    })),
    keepClashes: assign((_, clashes: readonly Clash[]) => ({ clashes })),
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
    clashes: [],
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
          {
            guard: 'isUndo',
            target: 'saving',
            actions: { type: 'prepareRequest', params: ({ event }) => event.output },
          },
          { target: 'checking', actions: { type: 'prepareRequest', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'hasMessage', target: 'failed', actions: ['keepFailure', 'announceOutdated'] },
          { target: 'resting', actions: 'announceLost' },
        ],
      },
    },
    checking: {
      description: 'The server is asked what the session would clash with.',
      tags: 'busy',
      invoke: {
        id: 'checkMove',
        src: 'checkMove',
        input: ({ context }) => preparedOf(context),
        onDone: [
          {
            guard: { type: 'hasClashes', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'keepClashes', params: ({ event }) => event.output },
          },
          { target: 'saving' },
        ],
        onError: [
          { guard: 'hasMessage', target: 'failed', actions: ['keepFailure', 'announceOutdated'] },
          { target: 'resting', actions: 'announceLost' },
        ],
      },
    },
    confirming: {
      description: 'It clashes: the user is told with what, and asked whether it is meant.',
      on: { 'move.confirm': 'saving', 'move.cancel': 'resting' },
    },
    saving: {
      description: 'The session is shown in its new place, and its new times are on their way.',
      tags: 'busy',
      invoke: {
        id: 'saveMove',
        src: 'saveMove',
        input: ({ context }) => preparedOf(context),
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
    isBusy: snapshot.hasTag('busy'),
    isEdited: isSettling ? isPending : undefined,
  }
}
