/**
 * Moves or resizes a session on a calendar, under the same rules as editing that occurrence. The session shows in its new
 * place immediately; the machine reads the occurrence, changes only its times and saves it with the version that the
 * calendar showed. On any failure the session moves back. Undo is the same edit in reverse.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { Clash } from '#contract/clashes.ts'
import type { CalendarEvent } from '#contract/schedule.ts'
import type { ChangedSessions, StoredSession } from '#contract/session-form.ts'
import type { WaitingVersion } from '#contract/waiting-version.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { changeInWords } from './change-outcome.ts'
import {
  type MoveCheck,
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
  /** The current time in the organization's time zone, read at each move. */
  now: () => { date: LocalDate; time: LocalTime }
}

interface SessionMoveContext extends SessionMoveInput {
  /** The current or the last move. */
  event: CalendarEvent | undefined
  to: SessionTimes | undefined
  /** Set while undoing a move. */
  undoing: UndoMove | undefined
  /** The stored times, which Undo restores. */
  before: SessionTimes | undefined
  request: SaveMoveInput | undefined
  /** Clashes at the new time. */
  clashes: readonly Clash[]
  /** A provider's waiting request that the move discards. */
  replaces: WaitingVersion | undefined
  /** Saved, but pending an administrator's approval. */
  isPending: boolean
  message: string | undefined
}

export type SessionMoveEvent =
  | { type: 'session.move'; move: SessionMove }
  | { type: 'move.undo'; undo: UndoMove }
  | { type: 'move.confirm' }
  | { type: 'move.cancel' }
  | { type: 'failure.dismiss' }
  /** The calendar has reloaded and shows what is stored. */
  | { type: 'calendar.show' }

export type SessionMoveEmitted =
  /** `undo` is missing after an undo. */
  | { type: 'move.saved'; message: string; undo?: UndoMove }
  /** The server did not respond. */
  | { type: 'move.lost'; message: string }
  /** The calendar is out of date. */
  | { type: 'calendar.outdate' }

const problemOf = ({ user, now }: SessionMoveContext, event: SessionMoveEvent): string | undefined => {
  assertEvent(event, 'session.move')
  return moveProblem(event.move, user, now())
}

const known = <Part>(part: Part | undefined): Part => {
  if (part === undefined) throw new Error('No move is under way, or its session has not been read')
  return part
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
    checkMove: notProvided<MoveCheck, SaveMoveInput>('checkMove'),
    saveMove: notProvided<ChangedSessions, SaveMoveInput>('saveMove'),
  },
  guards: {
    isImpossible: ({ context, event }) => problemOf(context, event) !== undefined,
    isStoredOtherwise: ({ context }, stored: StoredSession) => storedMoveProblem(context, stored) !== undefined,
    isUndo: ({ context }) => context.undoing !== undefined,
    isToBeConfirmed: (_, { clashes, replaces }: MoveCheck) => clashes.length > 0 || replaces !== undefined,
    hasMessage,
  },
  actions: {
    keepMove: assign(({ event }) => {
      assertEvent(event, 'session.move')
      return { event: event.move.event, to: event.move.to, undoing: undefined }
    }),
    keepUndo: assign(({ event }) => {
      assertEvent(event, 'move.undo')
      return { event: event.undo.event, to: event.undo.to, undoing: event.undo }
    }),
    keepProblem: assign(({ context, event }) => ({ message: problemOf(context, event) })),
    keepStoredProblem: assign(({ context }, stored: StoredSession) => ({
      message: storedMoveProblem(context, stored),
    })),
    prepareRequest: assign(({ context }, stored: StoredSession) => ({
      before: timesOfStored(stored),
      request: moveRequest(context, stored),
    })),
    keepCheck: assign(({ context: { request } }, { clashes, replaces }: MoveCheck) => ({
      clashes,
      replaces,
      request: request && { ...request, replacesKey: replaces?.key },
    })),
    keepOutcome: assign((_, { isPending }: ChangedSessions) => ({ isPending })),
    keepFailure: assign({ message: messageOf }),
    clearFailure: assign({ message: undefined }),
    announceSaved: emit(({ context: { event, to, before, undoing } }, saved: ChangedSessions) => ({
      type: 'move.saved' as const,
      message: changeInWords(sessionFormMessages.updated, saved),
      ...(!undoing && {
        undo: { event: known(event), from: known(to), to: known(before), isPending: saved.isPending },
      }),
    })),
    announceLost: emit({ type: 'move.lost', message: moveMessages.lost }),
    announceOutdated: emit({ type: 'calendar.outdate' }),
  },
}).createMachine({
  id: 'sessionMove',
  description: 'Moves or resizes a session on a calendar.',
  context: ({ input }) => ({
    ...input,
    event: undefined,
    to: undefined,
    undoing: undefined,
    before: undefined,
    request: undefined,
    clashes: [],
    replaces: undefined,
    isPending: false,
    message: undefined,
  }),
  initial: 'resting',
  states: {
    resting: {
      description: 'The user can move sessions.',
      initial: 'idle',
      on: {
        'session.move': [
          { guard: 'isImpossible', target: 'failed', actions: ['keepMove', 'keepProblem'] },
          { target: 'reading', actions: 'keepMove' },
        ],
        'move.undo': { target: 'reading', actions: 'keepUndo' },
      },
      states: {
        idle: { description: 'The calendar shows every session at its stored time.' },
        settling: {
          description: 'The move is saved. The session shows at its new time while the calendar reloads.',
          on: { 'calendar.show': 'idle' },
        },
      },
    },
    reading: {
      description: 'The stored occurrence is loading, so that only its times will change.',
      tags: 'busy',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        input: ({ context: { event } }) => ({ occurrenceId: known(event).id }),
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
      description: 'The server is checking for clashes at the new time, and for a waiting request.',
      tags: 'busy',
      invoke: {
        id: 'checkMove',
        src: 'checkMove',
        input: ({ context }) => known(context.request),
        onDone: [
          {
            guard: { type: 'isToBeConfirmed', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'keepCheck', params: ({ event }) => event.output },
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
      description: 'The move clashes, or discards a waiting request. Both are named, and the user is asked to confirm.',
      on: { 'move.confirm': 'saving', 'move.cancel': 'resting' },
    },
    saving: {
      description: 'The session shows at its new time while it is being saved.',
      tags: 'busy',
      invoke: {
        id: 'saveMove',
        src: 'saveMove',
        input: ({ context }) => known(context.request),
        onDone: {
          target: 'resting.settling',
          actions: [
            { type: 'keepOutcome', params: ({ event }) => event.output },
            { type: 'announceSaved', params: ({ event }) => event.output },
          ],
        },
        onError: [
          { guard: 'hasMessage', target: 'failed', actions: ['keepFailure', 'announceOutdated'] },
          // The response may have been lost after saving: only the calendar knows what is stored.
          { target: 'resting', actions: ['announceLost', 'announceOutdated'] },
        ],
      },
    },
    failed: {
      description: 'The session is back at its old time; a message says why.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'resting', actions: 'clearFailure' } },
    },
  },
})

export type SessionMoveSnapshot = SnapshotFrom<typeof sessionMoveMachine>

/** A session that the calendar must show differently from what it loaded. */
export interface PlacedSession {
  readonly occurrenceId: number
  readonly times: SessionTimes
  readonly isBusy: boolean
  /** Known after saving: whether the change is pending. */
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
