/**
 * Warns before a session ends because nothing happened (WCAG 2.2, success criterion 2.2.1). Calls that the user makes in
 * any tab keep the session alive; the user can also ask for more time.
 */
import { assertEvent, assign, emit, fromCallback, type SnapshotFrom, setup } from 'xstate'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

const MINUTE = 60_000

/** How long the warning shows before the session ends, in milliseconds. */
export const IDLE_WARNING = 2 * MINUTE

/** The server notes uses at most once a minute, so the session may end that much earlier than the last call says. */
const SLACK = MINUTE

export type IdleEvent =
  /** The session was used, here or in another tab, so many milliseconds ago; or that long has passed since. */
  { readonly type: 'session.use'; readonly ago: number } | { readonly type: 'session.stay' }

/** The session has ended. */
export type IdleEmitted = { readonly type: 'session.over' }

interface IdleContext {
  /** How long the session lasts without a call, in milliseconds. */
  readonly limit: number
  /** How long it had not been used when that was last known, in milliseconds. */
  readonly ago: number
}

export const idleMachine = setup({
  types: {
    context: {} as IdleContext,
    input: {} as { limit: number },
    events: {} as IdleEvent,
    emitted: {} as IdleEmitted,
    tags: {} as Tag,
  },
  actors: {
    /** Reports uses of the session, and how long ago the last one was when the user comes back to the tab. */
    watchUse: fromCallback(() => {
      throw new Error('No watchUse was provided')
    }),
    /** Any call as the signed-in user. */
    staySignedIn: notProvided<void, void>('staySignedIn'),
  },
  delays: {
    untilWarning: ({ context: { limit, ago } }) => Math.max(0, limit - SLACK - IDLE_WARNING - ago),
    warningTime: IDLE_WARNING,
  },
  guards: {
    isRecent: ({ context, event }) => {
      assertEvent(event, 'session.use')
      return event.ago < context.limit - SLACK - IDLE_WARNING
    },
  },
  actions: {
    keepAgo: assign(({ event }) => {
      assertEvent(event, 'session.use')
      return { ago: event.ago }
    }),
    startAgain: assign({ ago: 0 }),
    announceOver: emit({ type: 'session.over' }),
  },
}).createMachine({
  id: 'idle',
  description: 'Whether the session is about to end because nobody uses it.',
  context: ({ input: { limit } }) => ({ limit, ago: 0 }),
  invoke: { id: 'watchUse', src: 'watchUse' },
  initial: 'active',
  states: {
    active: {
      description: 'The session was used recently enough.',
      on: { 'session.use': { target: 'active', reenter: true, actions: 'keepAgo' } },
      after: { untilWarning: 'ending' },
    },
    ending: {
      description: 'The session is about to end; a dialog says when.',
      on: { 'session.use': { guard: 'isRecent', target: 'active', actions: 'keepAgo' } },
      after: { warningTime: 'over' },
      initial: 'asking',
      states: {
        asking: {
          description: 'The user can stay signed in.',
          on: { 'session.stay': 'staying' },
        },
        staying: {
          description: 'A call keeps the session alive.',
          tags: 'busy',
          invoke: {
            id: 'staySignedIn',
            src: 'staySignedIn',
            onDone: { target: '#idle.active', actions: 'startAgain' },
            onError: 'failed',
          },
        },
        failed: {
          description: 'The server could not be reached; the user can try again.',
          tags: 'failed',
          on: { 'session.stay': 'staying' },
        },
      },
    },
    over: {
      description: 'The session has ended. If another tab signs in again, this one continues.',
      entry: 'announceOver',
      on: { 'session.use': { guard: 'isRecent', target: 'active', actions: 'keepAgo' } },
    },
  },
})

export type IdleSnapshot = SnapshotFrom<typeof idleMachine>
