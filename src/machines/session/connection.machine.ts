/** Whether the server can be reached: what the quiet offline banner shows. */
import { fromCallback, setup } from 'xstate'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type ConnectionEvent =
  /** An answer came, or the browser says that the network is back. */
  | { readonly type: 'server.reach' }
  /** A call got no answer. */
  | { readonly type: 'server.miss' }

export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent, tags: {} as Tag },
  actors: {
    /** Tells of the browser's own online and offline events. */
    watchNetwork: fromCallback(() => {
      throw new Error('No watchNetwork was provided')
    }),
    /** Resolves when the server answers. */
    probeServer: notProvided<void, void>('probeServer'),
  },
  delays: { probePause: 5_000 },
}).createMachine({
  id: 'connection',
  description: 'Whether the server can be reached.',
  invoke: { id: 'watchNetwork', src: 'watchNetwork' },
  initial: 'online',
  states: {
    online: {
      description: 'The last call was answered.',
      on: { 'server.miss': { target: 'offline' } },
    },
    offline: {
      description: 'The last call was not answered: the banner shows, and the server is tried now and then.',
      tags: 'failed',
      on: { 'server.reach': { target: 'online' } },
      initial: 'pausing',
      states: {
        pausing: {
          description: 'Between two tries.',
          after: { probePause: { target: 'probing' } },
        },
        probing: {
          description: 'Asking the server for a sign of life.',
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
