/** Replays a recorded run, step by step or as a movie. */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'

/** Steps per second. */
export const SPEEDS = [0.5, 1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]

interface ReplayContext {
  /** How many steps the run has. */
  readonly count: number
  /** The shown step, counted from 0. */
  readonly at: number
  readonly speed: Speed
}

export type ReplayEvent =
  | { type: 'replay.play' }
  | { type: 'replay.pause' }
  | { type: 'step.back' }
  | { type: 'step.forward' }
  | { type: 'step.choose'; at: number }
  | { type: 'speed.choose'; speed: Speed }

export const replayMachine = setup({
  types: {
    context: {} as ReplayContext,
    events: {} as ReplayEvent,
    input: {} as { readonly count: number },
  },
  delays: { stepTime: ({ context: { speed } }) => 1000 / speed },
  guards: {
    hasEarlier: ({ context: { at } }) => at > 0,
    hasLater: ({ context: { at, count } }) => at < count - 1,
    isStep: ({ context: { count }, event }) => event.type === 'step.choose' && event.at >= 0 && event.at < count,
  },
  actions: {
    goBack: assign({ at: ({ context: { at } }) => at - 1 }),
    goForward: assign({ at: ({ context: { at } }) => at + 1 }),
    goToStart: assign({ at: 0 }),
    goTo: assign(({ event }) => {
      assertEvent(event, 'step.choose')
      return { at: event.at }
    }),
    chooseSpeed: assign(({ event }) => {
      assertEvent(event, 'speed.choose')
      return { speed: event.speed }
    }),
  },
}).createMachine({
  id: 'replay',
  description: 'Replays a recorded run.',
  context: ({ input: { count } }) => ({ count, at: 0, speed: 1 }),
  initial: 'paused',
  on: {
    'step.choose': { guard: 'isStep', target: '.paused', actions: 'goTo' },
    'step.back': { guard: 'hasEarlier', target: '.paused', actions: 'goBack' },
    'step.forward': { guard: 'hasLater', target: '.paused', actions: 'goForward' },
  },
  states: {
    paused: {
      description: 'One step is shown.',
      on: {
        'replay.play': [
          { guard: 'hasLater', target: 'playing' },
          { target: 'playing', actions: 'goToStart' },
        ],
        'speed.choose': { actions: 'chooseSpeed' },
      },
    },
    playing: {
      description: 'The steps follow each other.',
      on: {
        'replay.pause': 'paused',
        'speed.choose': { target: 'playing', reenter: true, actions: 'chooseSpeed' },
      },
      after: {
        stepTime: [{ guard: 'hasLater', target: 'playing', reenter: true, actions: 'goForward' }, { target: 'paused' }],
      },
    },
  },
})

export type ReplaySnapshot = SnapshotFrom<typeof replayMachine>
