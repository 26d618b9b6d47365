/**
 * A run: work that the server does in the background, which this starts or finds, follows and cancels. Live changes say when
 * to read it again. Typed by what is ordered and by the run.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { RunState } from '#domain/runs.ts'
import type { Tag } from '../tags.ts'
import { isGone, messageOf } from './failure-guards.ts'
import { notProvided } from './not-provided.ts'

export interface AnyRun {
  readonly id: number | string
  readonly state: 'waiting' | RunState
}

export type RunEvent<Order> =
  /** Looks whether one is under way. */
  | { type: 'run.find' }
  | { type: 'run.start'; order: Order }
  /** Something changed on the server. */
  | { type: 'run.change' }
  | { type: 'run.cancel' }
  /** Nobody wants to follow it any more. */
  | { type: 'run.close' }
  /** What the message is about has changed. */
  | { type: 'message.clear' }

interface RunContext<Order, Run> {
  /** What was ordered last. */
  order: Order | undefined
  /** The latest one; undefined if there is none, or none is known yet. */
  run: Run | undefined
  /** Why it was not started, read or canceled. */
  message: string | undefined
  /** Something changed on the server since the run was read. */
  hasChanged: boolean
}

const NOTHING = { order: undefined, run: undefined, message: undefined, hasChanged: false } as const

const idOf = <Run extends AnyRun>({ run }: { run: Run | undefined }): Run['id'] => {
  if (run === undefined) throw new RangeError('No run is known')
  return run.id
}

/** @returns the machine that follows a `Run` for an `Order`; provide it with the calls */
export const run = <Order, Run extends AnyRun>() =>
  setup({
    types: {
      context: {} as RunContext<Order, Run>,
      events: {} as RunEvent<Order>,
      emitted: {} as { type: 'run.over'; run: Run },
      tags: {} as Tag,
    },
    delays: { retry: 5_000 },
    actors: {
      /** The latest one; null if there is none. */
      findRun: notProvided<{ run: Run | null }, void>('findRun'),
      startRun: notProvided<{ run: Run }, { order: Order }>('startRun'),
      readRun: notProvided<{ run: Run }, { id: Run['id'] }>('readRun'),
      cancelRun: notProvided<{ run: Run }, { id: Run['id'] }>('cancelRun'),
    },
    guards: {
      isGone,
      isUnderWay: (_, { run: read }: { run: Run | null }) => read?.state === 'waiting' || read?.state === 'running',
      hasChanged: ({ context }) => context.hasChanged,
    },
    actions: {
      keepOrder: assign(({ event }) => {
        assertEvent(event, 'run.start')
        return { order: event.order, message: undefined }
      }),
      keepRun: assign((_, { run: read }: { run: Run | null }) => ({ run: read ?? undefined })),
      keepMessage: assign({ message: messageOf }),
      clearMessage: assign({ message: undefined }),
      noteChange: assign({ hasChanged: true }),
      startReading: assign({ hasChanged: false }),
      forget: assign(NOTHING),
      announceEnd: emit((_, { run: ended }: { run: Run }) => ({ type: 'run.over' as const, run: ended })),
    },
  }).createMachine({
    id: 'run',
    description: 'Work that the server does in the background, item by item.',
    context: NOTHING,
    initial: 'atRest',
    on: { 'message.clear': { actions: 'clearMessage' } },
    states: {
      atRest: {
        description: 'No run is followed.',
        initial: 'idle',
        on: {
          'run.find': 'reading',
          'run.start': { target: 'starting', actions: 'keepOrder' },
          'run.close': { target: '.idle', actions: 'forget' },
        },
        states: {
          idle: { description: 'Nothing has happened, or the latest run is shown.' },
          over: { description: 'How the run ended is shown.' },
          unread: {
            description: 'The run could not be read, or is gone.',
            tags: 'failed',
          },
          unstarted: {
            description: 'The run was not started. The message says why.',
            tags: 'failed',
          },
        },
      },
      reading: {
        description: 'The latest run is read.',
        entry: 'startReading',
        invoke: {
          id: 'findRun',
          src: 'findRun',
          onDone: [
            {
              guard: { type: 'isUnderWay', params: ({ event }) => event.output },
              target: 'followed',
              actions: { type: 'keepRun', params: ({ event }) => event.output },
            },
            { target: 'atRest', actions: { type: 'keepRun', params: ({ event }) => event.output } },
          ],
          onError: 'atRest.unread',
        },
        on: { 'run.change': { actions: 'noteChange' } },
      },
      starting: {
        description: 'The server notes what is to be done.',
        tags: 'busy',
        entry: 'startReading',
        invoke: {
          id: 'startRun',
          src: 'startRun',
          input: ({ context: { order } }) => {
            if (order === undefined) throw new RangeError('Nothing was ordered')
            return { order }
          },
          onDone: [
            {
              guard: { type: 'isUnderWay', params: ({ event }) => event.output },
              target: 'followed',
              actions: { type: 'keepRun', params: ({ event }) => event.output },
            },
            { target: 'atRest.over', actions: { type: 'keepRun', params: ({ event }) => event.output } },
          ],
          onError: { target: 'atRest.unstarted', actions: 'keepMessage' },
        },
        on: { 'run.change': { actions: 'noteChange' }, 'run.close': { target: 'atRest', actions: 'forget' } },
      },
      followed: {
        description: 'The server works on one item after the other.',
        tags: 'busy',
        initial: 'waiting',
        on: {
          'run.change': '.rereading',
          'run.cancel': { target: 'canceling', actions: 'clearMessage' },
          'run.close': { target: 'atRest', actions: 'forget' },
        },
        states: {
          waiting: {
            description: 'The page waits to hear that something has changed.',
            always: { guard: 'hasChanged', target: 'rereading' },
          },
          rereading: {
            description: 'The run has changed and is read again.',
            entry: 'startReading',
            invoke: {
              id: 'readRun',
              src: 'readRun',
              input: ({ context }) => ({ id: idOf(context) }),
              onDone: [
                {
                  guard: { type: 'isUnderWay', params: ({ event }) => event.output },
                  target: 'waiting',
                  actions: { type: 'keepRun', params: ({ event }) => event.output },
                },
                {
                  target: '#run.atRest.over',
                  actions: [
                    { type: 'keepRun', params: ({ event }) => event.output },
                    { type: 'announceEnd', params: ({ event }) => event.output },
                  ],
                },
              ],
              onError: [
                { guard: 'isGone', target: '#run.atRest.unread', actions: 'keepMessage' },
                { target: 'missed' },
              ],
            },
            on: { 'run.change': { actions: 'noteChange' } },
          },
          missed: {
            description: 'The run was not read. It may have changed for the last time, so it is read again in a while.',
            after: { retry: 'rereading' },
          },
        },
      },
      canceling: {
        description: 'The server stops after the item that it is at.',
        tags: 'busy',
        invoke: {
          id: 'cancelRun',
          src: 'cancelRun',
          input: ({ context }) => ({ id: idOf(context) }),
          onDone: { target: 'atRest', actions: { type: 'keepRun', params: ({ event }) => event.output } },
          // It may be over.
          onError: { target: 'followed.rereading', actions: 'keepMessage' },
        },
      },
    },
  })

export type RunMachine<Order, Run extends AnyRun> = ReturnType<typeof run<Order, Run>>
export type RunSnapshot<Order, Run extends AnyRun> = SnapshotFrom<RunMachine<Order, Run>>

/** Whether the server works on it, as far as the page knows. */
export const selectIsFollowed = <Order, Run extends AnyRun>(snapshot: RunSnapshot<Order, Run>): boolean =>
  snapshot.matches('followed') || snapshot.matches('canceling')
