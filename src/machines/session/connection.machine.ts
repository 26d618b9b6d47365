/** Whether the server is reachable; drives the offline banner. */
import { fromCallback, setup } from 'xstate'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type ConnectionEvent =
  /** The server responded, or the browser came back online. */
  | { readonly type: 'server.reach' }
  /** A call got no response. */
  | { readonly type: 'server.miss' }

export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent, tags: {} as Tag },
  actors: {
    /** Reports the browser's online and offline events. */
    watchNetwork: fromCallback(() => {
      throw new Error('No watchNetwork was provided')
    }),
    /** Resolves when the server responds. */
    probeServer: notProvided<void, void>('probeServer'),
  },
  delays: { probePause: 5_000 },
}).createMachine({
  id: 'connection',
  description: 'Tracks whether the server is reachable.',
  invoke: { id: 'watchNetwork', src: 'watchNetwork' },
  initial: 'online',
  states: {
    online: {
      description: 'The server is reachable.',
      on: { 'server.miss': { target: 'offline' } },
    },
    offline: {
      description: 'The server is unreachable. The banner shows while the app retries.',
      tags: 'failed',
      on: { 'server.reach': { target: 'online' } },
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
