/** The bell in the header: the number of unread notifications, and the panel with the latest (spec 1, section 2). */
import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Notification } from '#contract/notifications.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export interface Unread {
  readonly count: number
  /** The latest, as many as the panel shows. */
  readonly latest: readonly Notification[]
}

export type UnreadEvent =
  | { readonly type: 'panel.open' }
  | { readonly type: 'panel.close' }
  /** Notifications came, or some were read elsewhere. */
  | { readonly type: 'unread.refresh' }

interface UnreadContext {
  /** Undefined until it has been read. */
  readonly unread: Unread | undefined
}

export const unreadMachine = setup({
  types: { context: {} as UnreadContext, events: {} as UnreadEvent, tags: {} as Tag },
  actors: { readUnread: notProvided<{ unread: Unread }, void>('readUnread') },
  actions: { keepUnread: assign((_, { unread }: { unread: Unread }) => ({ unread })) },
}).createMachine({
  id: 'unread',
  description: 'The bell: how many notifications are unread, and the panel with the latest.',
  context: { unread: undefined },
  type: 'parallel',
  states: {
    reading: {
      description: 'What is known of the unread notifications.',
      initial: 'loading',
      on: { 'unread.refresh': '.loading', 'panel.open': '.loading' },
      states: {
        loading: {
          description: 'They are being read. What was read before stays until then.',
          tags: 'busy',
          invoke: {
            id: 'readUnread',
            src: 'readUnread',
            onDone: { target: 'known', actions: { type: 'keepUnread', params: ({ event }) => event.output } },
            onError: 'stale',
          },
        },
        known: { description: 'They are known.' },
        stale: { description: 'They could not be read. The panel says so, with a way to try again.', tags: 'failed' },
      },
    },
    panel: {
      description: 'The panel below the bell.',
      initial: 'closed',
      states: {
        closed: { description: 'The panel is closed.', on: { 'panel.open': 'open' } },
        open: { description: 'The panel shows the latest.', on: { 'panel.close': 'closed' } },
      },
    },
  },
})

export type UnreadActor = ActorRefFrom<typeof unreadMachine>
type UnreadSnapshot = SnapshotFrom<typeof unreadMachine>

export const selectUnread = ({ context }: UnreadSnapshot): Unread | undefined => context.unread
export const selectIsPanelOpen = (snapshot: UnreadSnapshot): boolean => snapshot.matches({ panel: 'open' })
export const selectIsUnreadStale = (snapshot: UnreadSnapshot): boolean => snapshot.hasTag('failed')
