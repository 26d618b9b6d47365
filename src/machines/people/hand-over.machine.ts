/**
 * The page that hands a provider's work over (docs/decisions/handing-over.md): every choice is previewed by the server
 * before anything moves, and a hand-over can be undone.
 */
import { type ActorRefFrom, assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { HandOverPreview, UndoPreview } from '#contract/hand-over.ts'
import { choosingForAll, type HandOverChoices, type HandOverKey, PROPOSED_CHOICES } from '#domain/hand-over.ts'
import type { LocalDate } from '#domain/time.ts'
import { hasMessage, isStale, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export interface HandOverQuery {
  readonly providerId: number
  /** Undefined until the server has proposed a day. */
  readonly from: LocalDate | undefined
  readonly choices: HandOverChoices
}

/** What the page begins with instead of a proposal: nothing goes to anyone. */
export interface HandOverStart {
  readonly from: LocalDate | undefined
}

export interface HandOverToMake extends HandOverQuery {
  readonly from: LocalDate
  readonly seen: readonly { key: HandOverKey; seen: string }[]
}

/** What the server says of a success. */
export interface HandOverDone {
  readonly message: string
}

interface HandOverContext extends HandOverQuery {
  /** The last one; while a newer one loads, it stays on the page. */
  readonly preview: HandOverPreview | undefined
  /** The hand-over that is about to be undone. */
  readonly undoId: number | undefined
  readonly undo: UndoPreview | undefined
  /** The server's message: why it failed, or what changed since the preview. */
  readonly message: string | undefined
}

type HandOverEvents =
  | { type: 'preview.retry' }
  | { type: 'day.choose'; from: LocalDate }
  | { type: 'choices.change'; choices: HandOverChoices }
  | { type: 'work.handOver' }
  | { type: 'work.confirm' }
  | { type: 'work.cancel' }
  | { type: 'undo.ask'; id: number }
  | { type: 'undo.confirm' }
  | { type: 'undo.cancel' }
  | { type: 'failure.dismiss' }

const queryOf = ({ providerId, from, choices }: HandOverContext): HandOverQuery => ({ providerId, from, choices })

const shown = ({ preview }: HandOverContext): HandOverPreview => {
  if (!preview) throw new RangeError('There is no preview')
  return preview
}

const toMake = (context: HandOverContext): HandOverToMake => {
  const { from, items } = shown(context)
  return { ...queryOf(context), from, seen: items.map(({ key, seen }) => ({ key, seen })) }
}

const asked = ({ undoId }: HandOverContext): number => {
  if (undoId === undefined) throw new RangeError('No hand-over is about to be undone')
  return undoId
}

const toUndo = ({ undo }: HandOverContext) => {
  if (!undo) throw new RangeError('Nothing says what would go back')
  return { id: undo.id, seen: undo.seen }
}

export const handOverMachine = setup({
  types: {
    context: {} as HandOverContext,
    input: {} as { providerId: number; start?: HandOverStart },
    events: {} as HandOverEvents,
    emitted: {} as { type: 'work.moved'; message: string },
    tags: {} as Tag,
  },
  actors: {
    previewWork: notProvided<HandOverPreview, HandOverQuery>('previewWork'),
    handOverWork: notProvided<HandOverDone, HandOverToMake>('handOverWork'),
    previewUndo: notProvided<UndoPreview, { id: number }>('previewUndo'),
    undoHandOver: notProvided<HandOverDone, { id: number; seen: string }>('undoHandOver'),
  },
  guards: {
    hasMessage,
    isStale,
    isShown: ({ context }) => context.preview !== undefined,
    isAnythingMoving: ({ context }) => context.preview?.items.some(({ isMoving }) => isMoving) ?? false,
  },
  actions: {
    takeDay: assign(({ event }) => {
      assertEvent(event, 'day.choose')
      return { from: event.from }
    }),
    takeChoices: assign(({ event }) => {
      assertEvent(event, 'choices.change')
      return { choices: event.choices }
    }),
    keepPreview: assign((_, { preview }: { preview: HandOverPreview }) => ({ preview, from: preview.from })),
    takeHandOver: assign(({ event }) => {
      assertEvent(event, 'undo.ask')
      return { undoId: event.id, undo: undefined }
    }),
    keepUndo: assign((_, { undo }: { undo: UndoPreview }) => ({ undo })),
    forgetUndo: assign({ undoId: undefined, undo: undefined }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    keepMessage: assign({ message: messageOf }),
    clearMessage: assign({ message: undefined }),
    announce: emit((_, { message }: HandOverDone) => ({ type: 'work.moved' as const, message })),
  },
}).createMachine({
  id: 'handOver',
  description: "Hands a provider's work over to colleagues, and undoes that.",
  context: ({ input: { providerId, start } }) => ({
    providerId,
    from: start?.from,
    choices: start ? choosingForAll(PROPOSED_CHOICES, null) : PROPOSED_CHOICES,
    preview: undefined,
    undoId: undefined,
    undo: undefined,
    message: undefined,
  }),
  initial: 'previewing',
  states: {
    previewing: {
      description: 'The server says what the choices would do; the last preview stays on the page.',
      tags: 'busy',
      invoke: {
        id: 'previewWork',
        src: 'previewWork',
        input: ({ context }) => queryOf(context),
        onDone: {
          target: 'choosing',
          actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: { target: 'unread', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: {
        'day.choose': {
          guard: 'isShown',
          target: 'previewing',
          reenter: true,
          actions: ['takeDay', 'clearMessage'],
        },
        'choices.change': {
          guard: 'isShown',
          target: 'previewing',
          reenter: true,
          actions: ['takeChoices', 'clearMessage'],
        },
      },
    },
    unread: {
      description: 'The preview could not be loaded; the user can try again, or change the choices on the last one.',
      tags: 'failed',
      on: {
        'preview.retry': { target: 'previewing', actions: 'clearMessage' },
        'day.choose': { guard: 'isShown', target: 'previewing', actions: ['takeDay', 'clearMessage'] },
        'choices.change': { guard: 'isShown', target: 'previewing', actions: ['takeChoices', 'clearMessage'] },
      },
    },
    choosing: {
      description: 'The user chooses who takes what, and sees what that would do.',
      tags: 'editable',
      on: {
        'day.choose': { target: 'previewing', actions: ['takeDay', 'clearMessage'] },
        'choices.change': { target: 'previewing', actions: ['takeChoices', 'clearMessage'] },
        'work.handOver': { guard: 'isAnythingMoving', target: 'confirming', actions: 'clearMessage' },
        'undo.ask': { target: 'checkingUndo', actions: ['takeHandOver', 'clearMessage'] },
      },
    },
    confirming: {
      description: 'The user sees how much goes to whom, and is asked to confirm.',
      on: { 'work.confirm': 'moving', 'work.cancel': 'choosing' },
    },
    moving: {
      description: 'The work is being handed over; nothing can be changed.',
      tags: 'busy',
      invoke: {
        id: 'handOverWork',
        src: 'handOverWork',
        input: ({ context }) => toMake(context),
        onDone: { target: 'previewing', actions: { type: 'announce', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isStale', target: 'previewing', actions: 'keepMessage' },
          { guard: 'hasMessage', target: 'refused', actions: 'keepMessage' },
          { target: 'choosing' },
        ],
      },
    },
    checkingUndo: {
      description: 'The server says what would go back.',
      tags: 'busy',
      invoke: {
        id: 'previewUndo',
        src: 'previewUndo',
        input: ({ context }) => ({ id: asked(context) }),
        onDone: {
          target: 'confirmingUndo',
          actions: { type: 'keepUndo', params: ({ event }) => ({ undo: event.output }) },
        },
        onError: [
          { guard: 'isStale', target: 'previewing', actions: ['keepMessage', 'forgetUndo'] },
          { guard: 'hasMessage', target: 'refused', actions: ['keepMessage', 'forgetUndo'] },
          { target: 'choosing', actions: 'forgetUndo' },
        ],
      },
      on: { 'undo.cancel': { target: 'choosing', actions: ['forgetUndo', 'clearMessage'] } },
    },
    confirmingUndo: {
      description: 'The user sees what goes back and what cannot, and is asked to confirm.',
      on: {
        'undo.confirm': { target: 'undoing', actions: 'clearMessage' },
        'undo.cancel': { target: 'choosing', actions: ['forgetUndo', 'clearMessage'] },
      },
    },
    undoing: {
      description: 'The work is going back; the buttons are disabled.',
      tags: 'busy',
      invoke: {
        id: 'undoHandOver',
        src: 'undoHandOver',
        input: ({ context }) => toUndo(context),
        onDone: {
          target: 'previewing',
          actions: ['forgetUndo', { type: 'announce', params: ({ event }) => event.output }],
        },
        onError: [
          { guard: 'isStale', target: 'checkingUndo', actions: 'keepMessage' },
          { guard: 'hasMessage', target: 'refused', actions: ['keepMessage', 'forgetUndo'] },
          { target: 'confirmingUndo' },
        ],
      },
    },
    refused: {
      description: 'The server refused; its message shows until OK. The choices stay.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'choosing', actions: 'clearMessage' } },
    },
  },
})

export type HandOverSnapshot = SnapshotFrom<typeof handOverMachine>
export type HandOverActor = ActorRefFrom<typeof handOverMachine>
