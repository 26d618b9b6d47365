/** Marks a user's notifications as read: those that were shown or followed, or a whole category (spec 3, section 4). */
import { assertEvent, assign, emit, setup } from 'xstate'
import type { NotificationCategoryId } from '#domain/notifications.ts'
import { hasMessage, messageOf } from '../common/failure-guards.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type MarksEvent =
  /** Unread notifications were shown, or one was followed. */
  | { readonly type: 'notifications.see'; readonly ids: readonly number[] }
  | { readonly type: 'category.readAll'; readonly categoryId: NotificationCategoryId }
  | { readonly type: 'failure.dismiss' }

/** `isAll` for a whole category, whose list is then read again. */
export interface MarksDone {
  readonly type: 'marks.done'
  readonly isAll: boolean
}

interface MarksContext {
  /** Seen, but not marked yet. */
  readonly ids: readonly number[]
  /** Undefined until a category is read. */
  readonly categoryId: NotificationCategoryId | undefined
  readonly message: string | undefined
}

export const marksMachine = setup({
  types: {
    context: {} as MarksContext,
    events: {} as MarksEvent,
    emitted: {} as MarksDone,
    tags: {} as Tag,
  },
  actors: {
    markRead: notProvided<void, { ids: readonly number[] }>('markRead'),
    markCategory: notProvided<void, { categoryId: NotificationCategoryId }>('markCategory'),
  },
  guards: {
    isAny: ({ event }) => {
      assertEvent(event, 'notifications.see')
      return event.ids.length > 0
    },
    /** Not one of those that are being marked already. */
    isNew: ({ context, event }) => {
      assertEvent(event, 'notifications.see')
      return event.ids.some((id) => !context.ids.includes(id))
    },
    hasMessage,
  },
  actions: {
    addIds: assign(({ context, event }) => {
      assertEvent(event, 'notifications.see')
      return { ids: [...new Set([...context.ids, ...event.ids])] }
    }),
    forgetIds: assign({ ids: [] }),
    takeCategory: assign(({ event }) => {
      assertEvent(event, 'category.readAll')
      return { categoryId: event.categoryId }
    }),
    keepMessage: assign({ message: messageOf }),
    clearMessage: assign({ message: undefined }),
    tell: emit((_, { isAll }: { isAll: boolean }): MarksDone => ({ type: 'marks.done', isAll })),
  },
}).createMachine({
  id: 'marks',
  description: 'Marks notifications as read.',
  context: { ids: [], categoryId: undefined, message: undefined },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is being marked.',
      on: {
        'notifications.see': { guard: 'isAny', target: 'marking', actions: 'addIds' },
        'category.readAll': { target: 'readingAll', actions: 'takeCategory' },
      },
    },
    marking: {
      description: 'Those that were seen are being marked, quietly: what fails is marked with the next ones.',
      invoke: {
        id: 'markRead',
        src: 'markRead',
        input: ({ context: { ids } }) => ({ ids }),
        onDone: { target: 'idle', actions: ['forgetIds', { type: 'tell', params: { isAll: false } }] },
        onError: 'idle',
      },
      on: {
        'notifications.see': { guard: 'isNew', target: 'marking', reenter: true, actions: 'addIds' },
        'category.readAll': { target: 'readingAll', actions: 'takeCategory' },
      },
    },
    readingAll: {
      description: 'The whole category is being marked.',
      tags: 'busy',
      invoke: {
        id: 'markCategory',
        src: 'markCategory',
        input: ({ context: { categoryId } }) => {
          if (categoryId === undefined) throw new Error('No category to mark')
          return { categoryId }
        },
        onDone: { target: 'idle', actions: ['forgetIds', { type: 'tell', params: { isAll: true } }] },
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepMessage' }, { target: 'idle' }],
      },
    },
    failed: {
      description: 'The server refused; its message shows until OK.',
      tags: 'failed',
      exit: 'clearMessage',
      on: { 'failure.dismiss': 'idle', 'category.readAll': { target: 'readingAll', actions: 'takeCategory' } },
    },
  },
})
