/**
 * The dialog in which a provider's calendar feed is shared: its secret address is shown, made, replaced and taken away.
 * What others lose by it is asked first.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { CalendarFeed } from '#contract/calendar-feed.ts'
import { failureMessage } from '#contract/failures.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export interface FeedOf {
  providerId: number
}

interface CalendarFeedContext extends FeedOf {
  /** Undefined where the calendar is not shared. */
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
    takeProvider: assign(({ event }) =>
      event.type === 'feed.open' ? { providerId: event.providerId, feed: undefined } : {},
    ),
    keepFeed: assign((_, feed: CalendarFeed | null) => ({ feed: feed ?? undefined })),
    dropFeed: assign({ feed: undefined }),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
    clearFailure: assign({ failure: undefined }),
    announceReplaced: emit({ type: 'feed.replaced' }),
    announceRevoked: emit({ type: 'feed.revoked' }),
  },
}).createMachine({
  id: 'calendarFeed',
  description: "A provider's calendar feed in its dialog.",
  initial: 'closed',
  context: { providerId: 0, feed: undefined, failure: undefined },
  states: {
    closed: {
      description: 'No dialog.',
      on: { 'feed.open': { target: 'loading', actions: 'takeProvider' } },
    },
    loading: {
      description: 'The dialog is open; whether there is an address is on its way.',
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
      description: 'No answer came; it can be asked again.',
      on: { 'feed.retry': 'loading', 'dialog.close': 'closed' },
    },
    private: {
      description: 'There is no address; one can be made.',
      on: { 'feed.create': 'creating', 'dialog.close': 'closed' },
    },
    creating: {
      description: 'The first address is being made.',
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
      description: 'The address can be copied, opened, replaced and taken away.',
      on: { 'feed.replace': 'confirmingReplacement', 'feed.revoke': 'confirmingEnd', 'dialog.close': 'closed' },
    },
    confirmingReplacement: {
      description: 'It is asked whether those who use the address may lose it to a new one.',
      on: { 'question.confirm': 'replacing', 'question.cancel': 'shared' },
    },
    replacing: {
      description: 'A new address is being made, which ends the old one.',
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
      description: 'It is asked whether sharing may stop.',
      on: { 'question.confirm': 'revoking', 'question.cancel': 'shared' },
    },
    revoking: {
      description: 'The address is being taken away.',
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
      description: "It was refused: the server's words show in a dialog with OK.",
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'closed', actions: 'clearFailure' } },
    },
  },
})

export type CalendarFeedSnapshot = SnapshotFrom<typeof calendarFeedMachine>
