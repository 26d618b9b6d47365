/**
 * The dialog to share a provider's calendar feed: shows, creates, replaces and revokes its secret address. Changes that
 * would cut off subscribers are confirmed first.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { CalendarFeed } from '#contract/calendar-feed.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export interface FeedOf {
  providerId: number
}

interface CalendarFeedContext extends FeedOf {
  /** Undefined while the calendar isn't shared. */
  feed: CalendarFeed | undefined
  failure: string | undefined
}

export type CalendarFeedEvent =
  | { type: 'feed.open'; providerId: number }
  | { type: 'feed.retry' }
  | { type: 'feed.create' }
  | { type: 'feed.replace' }
  | { type: 'feed.revoke' }
  | { type: 'question.confirm' }
  | { type: 'question.cancel' }
  | { type: 'dialog.close' }
  | { type: 'failure.dismiss' }

export type CalendarFeedEmitted = { type: 'feed.replaced' } | { type: 'feed.revoked' }

export const calendarFeedMachine = setup({
  types: {
    context: {} as CalendarFeedContext,
    events: {} as CalendarFeedEvent,
    emitted: {} as CalendarFeedEmitted,
    tags: {} as Tag,
  },
  actors: {
    loadFeed: notProvided<CalendarFeed | null, FeedOf>('loadFeed'),
    createFeed: notProvided<CalendarFeed, FeedOf>('createFeed'),
    revokeFeed: notProvided<null, FeedOf>('revokeFeed'),
  },
  guards: {
    hasMessage,
    isShared: (_, feed: CalendarFeed | null) => feed !== null,
  },
  actions: {
    takeProvider: assign(({ event }) => {
      assertEvent(event, 'feed.open')
      return { providerId: event.providerId, feed: undefined }
    }),
    keepFeed: assign((_, feed: CalendarFeed | null) => ({ feed: feed ?? undefined })),
    dropFeed: assign({ feed: undefined }),
    keepFailure: assign({ failure: messageOf }),
    clearFailure: assign({ failure: undefined }),
    announceReplaced: emit({ type: 'feed.replaced' }),
    announceRevoked: emit({ type: 'feed.revoked' }),
  },
}).createMachine({
  id: 'calendarFeed',
  description: "The dialog to share a provider's calendar feed.",
  initial: 'closed',
  context: { providerId: 0, feed: undefined, failure: undefined },
  states: {
    closed: {
      description: 'The dialog is closed.',
      on: { 'feed.open': { target: 'loading', actions: 'takeProvider' } },
    },
    loading: {
      description: "The dialog is open and the feed's address is loading.",
      tags: 'busy',
      invoke: {
        id: 'loadFeed',
        src: 'loadFeed',
        input: ({ context: { providerId } }) => ({ providerId }),
        onDone: [
          {
            guard: { type: 'isShared', params: ({ event }) => event.output },
            target: 'shared',
            actions: { type: 'keepFeed', params: ({ event }) => event.output },
          },
          { target: 'private' },
        ],
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'unreachable' }],
      },
      on: { 'dialog.close': 'closed' },
    },
    unreachable: {
      description: 'The server did not respond; the user can try again.',
      on: { 'feed.retry': 'loading', 'dialog.close': 'closed' },
    },
    private: {
      description: 'The feed has no address yet; the user can create one.',
      on: { 'feed.create': 'creating', 'dialog.close': 'closed' },
    },
    creating: {
      description: 'The first address is being created.',
      tags: 'busy',
      invoke: {
        id: 'createFeed',
        src: 'createFeed',
        input: ({ context: { providerId } }) => ({ providerId }),
        onDone: { target: 'shared', actions: { type: 'keepFeed', params: ({ event }) => event.output } },
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'private' }],
      },
    },
    shared: {
      description: 'The user can copy, open, replace or revoke the address.',
      on: { 'feed.replace': 'confirmingReplacement', 'feed.revoke': 'confirmingEnd', 'dialog.close': 'closed' },
    },
    confirmingReplacement: {
      description: 'The user is asked to confirm replacing the address, which cuts off current subscribers.',
      on: { 'question.confirm': 'replacing', 'question.cancel': 'shared' },
    },
    replacing: {
      description: 'A new address is being created; the old one stops working.',
      tags: 'busy',
      invoke: {
        id: 'replaceFeed',
        src: 'createFeed',
        input: ({ context: { providerId } }) => ({ providerId }),
        onDone: {
          target: 'shared',
          actions: [{ type: 'keepFeed', params: ({ event }) => event.output }, 'announceReplaced'],
        },
        onError: [
          { guard: 'hasMessage', target: 'failed', actions: 'keepFailure' },
          { target: 'confirmingReplacement' },
        ],
      },
    },
    confirmingEnd: {
      description: 'The user is asked to confirm that sharing stops.',
      on: { 'question.confirm': 'revoking', 'question.cancel': 'shared' },
    },
    revoking: {
      description: 'The address is being revoked.',
      tags: 'busy',
      invoke: {
        id: 'revokeFeed',
        src: 'revokeFeed',
        input: ({ context: { providerId } }) => ({ providerId }),
        onDone: { target: 'private', actions: ['dropFeed', 'announceRevoked'] },
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'confirmingEnd' }],
      },
    },
    failed: {
      description: 'The server refused; its message shows until OK.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'closed', actions: 'clearFailure' } },
    },
  },
})

export type CalendarFeedSnapshot = SnapshotFrom<typeof calendarFeedMachine>
