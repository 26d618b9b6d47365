/** Whether the server is reachable; drives the offline banner. */
import { assertEvent, assign, fromCallback, setup } from 'xstate'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type ConnectionEvent =
  /** The server responded, or the browser came back online; `startedAt` is when the call was sent. */
  | { readonly type: 'server.reach'; readonly startedAt: number }
  /** A call got no response, or the browser went offline. */
  | { readonly type: 'server.miss'; readonly at: number }
  /** Others' changes come late, as long as nothing tells of them; or at once again. */
  | { readonly type: 'changes.delay' }
  | { readonly type: 'changes.flow' }

interface ConnectionContext {
  /** When the server was last found unreachable. Times are in milliseconds since the page was opened. */
  readonly missedAt: number
}

export const connectionMachine = setup({
  types: { context: {} as ConnectionContext, events: {} as ConnectionEvent, tags: {} as Tag },
  actors: {
    /** Reports the browser's online and offline events. */
    watchNetwork: fromCallback(() => {
      throw new Error('No watchNetwork was provided')
    }),
    /** Resolves when the server responds. */
    probeServer: notProvided<void, void>('probeServer'),
  },
  delays: { probePause: 5_000 },
  guards: {
    /** A late response to an earlier call says nothing about now. */
    isSince: ({ context, event }) => {
      assertEvent(event, 'server.reach')
      return event.startedAt >= context.missedAt
    },
  },
  actions: {
    keepTime: assign(({ event }) => {
      assertEvent(event, 'server.miss')
      return { missedAt: event.at }
    }),
  },
}).createMachine({
  id: 'connection',
  description: 'Tracks whether the server is reachable.',
  context: { missedAt: 0 },
  invoke: { id: 'watchNetwork', src: 'watchNetwork' },
  initial: 'online',
  states: {
    online: {
      description: 'The server is reachable.',
      on: { 'server.miss': { target: 'offline', actions: 'keepTime' } },
      initial: 'fresh',
      states: {
        fresh: { description: "Others' changes show at once.", on: { 'changes.delay': 'stale' } },
        stale: {
          description: "Others' changes show late. The banner says so.",
          on: { 'changes.flow': 'fresh' },
        },
      },
    },
    offline: {
      description: 'The server is unreachable. The banner shows while the app retries.',
      tags: 'failed',
      on: { 'server.reach': { guard: 'isSince', target: 'online' } },
      initial: 'pausing',
      states: {
        pausing: {
          description: 'The app waits before the next try.',
          after: { probePause: { target: 'probing' } },
        },
        probing: {
          description: 'The app pings the server.',
          tags: 'busy',
          invoke: {
            id: 'probeServer',
            src: 'probeServer',
            onDone: { target: '#connection.online' },
            onError: { target: 'pausing' },
          },
        },
      },
    },
  },
})
