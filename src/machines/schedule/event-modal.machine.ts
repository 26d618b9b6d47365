/** The details of one session in a dialog (spec 2, section 2.5). */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { EventDetail } from '#contract/schedule.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

interface EventModalContext {
  /** The occurrence asked for last. */
  id: number
  detail: EventDetail | undefined
  failure: string | undefined
}

export type EventModalEvent = { type: 'event.open'; id: number } | { type: 'modal.close' }

export const eventModalMachine = setup({
  types: {
    context: {} as EventModalContext,
    events: {} as EventModalEvent,
    tags: {} as Tag,
  },
  actors: { loadEvent: notProvided<EventDetail, { id: number }>('loadEvent') },
  guards: {
    hasMessage: ({ event }) => 'error' in event && failureMessage(event.error) !== undefined,
  },
  actions: {
    takeId: assign(({ event }) => (event.type === 'event.open' ? { id: event.id, detail: undefined } : {})),
    keepDetail: assign((_, detail: EventDetail) => ({ detail })),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
    clearFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: 'eventModal',
  description: 'One session, opened from a calendar.',
  initial: 'closed',
  context: { id: 0, detail: undefined, failure: undefined },
  states: {
    closed: {
      description: 'No dialog.',
      on: { 'event.open': { target: 'loading', actions: 'takeId' } },
    },
    loading: {
      description: 'The dialog is open and its session on the way.',
      tags: 'busy',
      invoke: {
        id: 'loadEvent',
        src: 'loadEvent',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'shown', actions: { type: 'keepDetail', params: ({ event }) => event.output } },
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'closed' }],
      },
      on: { 'modal.close': 'closed' },
    },
    shown: {
      description: 'The session can be read.',
      on: { 'modal.close': 'closed' },
    },
    failed: {
      description: 'It could not be read, and the user is told why.',
      tags: 'failed',
      on: { 'modal.close': { target: 'closed', actions: 'clearFailure' } },
    },
  },
})

export type EventModalSnapshot = SnapshotFrom<typeof eventModalMachine>
