/**
 * The draft of an unsaved form: read when the form opens, saved while the user edits, deleted when the form is saved or
 * canceled. One machine for every form; the form's content is opaque here. Storage failures never reach the form: it
 * works without drafts.
 *
 * A draft records its basis (a stored record's version, a range chosen on a calendar). A form that `offersOther` opens as
 * requested and offers a draft with another basis, which is kept behind new entries (`earlier`). Other forms restore it
 * anyway, and say what changed.
 */
import { assertEvent, assign, fromCallback, type SnapshotFrom, setup } from 'xstate'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

/** User and form of the draft, such as `session/new`. */
export interface DraftPlace {
  userId: number
  name: string
}

export interface EarlierDraft<Content> {
  content: Content
  /** An instant, ISO 8601. */
  keptAt: string
  basis: string | null
}

export interface Draft<Content> extends EarlierDraft<Content> {
  /** One that was offered, and neither resumed nor discarded. */
  earlier: EarlierDraft<Content> | null
}

export interface DraftInput {
  place: DraftPlace
  basis: string | null
  /** False for a read-only form, whose draft is deleted. */
  isOpen: boolean
  offersOther: boolean
}

export interface WriteDraftInput<Content> {
  place: DraftPlace
  content: Content
  basis: string | null
  earlier: EarlierDraft<Content> | null
}

export interface DropDraftInput<Content> {
  place: DraftPlace
  /** Replaces the deleted draft. */
  earlier: EarlierDraft<Content> | null
}

interface DraftContext<Content> extends DraftInput {
  /** The draft shown in the form. */
  restored: EarlierDraft<Content> | null
  /** The draft that is offered, or kept for later. */
  earlier: EarlierDraft<Content> | null
  /** The latest content. */
  content: Content | null
}

export type DraftEvent<Content> =
  /** The user changed something: the form's full content. */
  | { type: 'draft.change'; content: Content }
  /** The page may close at any moment. */
  | { type: 'draft.flush' }
  /** The user resumes the offered draft. */
  | { type: 'draft.accept' }
  /** The user discards the offered or restored draft. */
  | { type: 'draft.discard' }
  /** The form was saved or canceled. */
  | { type: 'draft.end' }

const isOther = <Content>({ basis, offersOther }: DraftInput, draft: Draft<Content> | null) =>
  draft !== null && offersOther && basis !== null && basis !== draft.basis

const alone = <Content>({ content, keptAt, basis }: Draft<Content>): EarlierDraft<Content> => ({
  content,
  keptAt,
  basis,
})

export const createDraftMachine = <Content>() =>
  setup({
    types: {
      context: {} as DraftContext<Content>,
      events: {} as DraftEvent<Content>,
      input: {} as DraftInput,
      tags: {} as Tag,
    },
    actors: {
      readDraft: notProvided<Draft<Content> | null, DraftPlace>('readDraft'),
      writeDraft: notProvided<void, WriteDraftInput<Content>>('writeDraft'),
      dropDraft: notProvided<void, DropDraftInput<Content>>('dropDraft'),
      /** Reports when the page is about to close, or the user's session to end. */
      watchLeaving: fromCallback(() => {
        throw new Error('No watchLeaving was provided')
      }),
    },
    delays: { keepPause: 400 },
    guards: {
      isOpen: ({ context }) => context.isOpen,
      isOther: ({ context }, draft: Draft<Content> | null) => isOther(context, draft),
      isFound: (_, draft: Draft<Content> | null) => draft !== null,
    },
    actions: {
      takeFound: assign((_, draft: Draft<Content> | null) => ({
        restored: draft && alone(draft),
        earlier: draft?.earlier ?? null,
      })),
      /** Only one earlier draft is kept: the offered one replaces any behind it. */
      takeOther: assign((_, draft: Draft<Content> | null) => ({ earlier: draft && alone(draft) })),
      takeEarlier: assign(({ context }) => ({ restored: context.earlier, earlier: null })),
      forgetEarlier: assign({ earlier: null }),
      forgetRestored: assign({ restored: null }),
      takeContent: assign(({ event }) => {
        assertEvent(event, 'draft.change')
        return { content: event.content }
      }),
    },
  }).createMachine({
    id: 'draft',
    description: 'Unsaved entries of a form.',
    context: ({ input }) => ({ ...input, restored: null, earlier: null, content: null }),
    invoke: { id: 'watchLeaving', src: 'watchLeaving' },
    type: 'parallel',
    states: {
      notice: {
        description: 'What the form says about a stored draft.',
        initial: 'opening',
        states: {
          opening: {
            description: 'Checks whether the form can be edited.',
            always: [{ guard: 'isOpen', target: 'restoring' }, { target: 'none' }],
          },
          restoring: {
            description: 'The stored draft is loading; the form waits for it.',
            tags: 'busy',
            invoke: {
              id: 'readDraft',
              src: 'readDraft',
              input: ({ context }) => context.place,
              onDone: [
                {
                  guard: { type: 'isOther', params: ({ event }) => event.output },
                  target: 'offered',
                  actions: { type: 'takeOther', params: ({ event }) => event.output },
                },
                {
                  guard: { type: 'isFound', params: ({ event }) => event.output },
                  target: 'restored',
                  actions: { type: 'takeFound', params: ({ event }) => event.output },
                },
                { target: 'none' },
              ],
              onError: { target: 'none' },
            },
          },
          none: { description: 'There is no draft, or the user discarded it. The form shows its initial values.' },
          offered: {
            description:
              'A draft with another basis exists. The form opens as requested and offers to resume the draft.',
            on: {
              'draft.accept': { target: 'restored', actions: 'takeEarlier' },
              'draft.discard': { target: 'none', actions: 'forgetEarlier' },
              'draft.change': { target: 'waiting' },
            },
          },
          waiting: { description: 'The user entered something else. The offered draft is kept for the next visit.' },
          restored: {
            description: 'The form shows the draft and when it was saved.',
            on: { 'draft.discard': { target: 'none', actions: 'forgetRestored' } },
          },
        },
      },
      keeping: {
        description: 'Whether the draft is stored in the browser.',
        initial: 'opening',
        states: {
          opening: {
            description: 'Checks whether the form can be edited. A read-only form stores no draft.',
            always: [{ guard: 'isOpen', target: 'open' }, { target: 'ending' }],
          },
          open: {
            description: 'The user edits the form.',
            initial: 'idle',
            on: {
              'draft.change': { target: '.settling', actions: 'takeContent' },
              'draft.discard': { target: '.dropping' },
              'draft.end': { target: 'ending' },
            },
            states: {
              idle: { description: 'There is nothing new to store.' },
              settling: {
                description: 'The user changed something; more changes may follow.',
                on: { 'draft.flush': { target: 'writing' } },
                after: { keepPause: { target: 'writing' } },
              },
              writing: {
                description: 'The draft is being stored.',
                invoke: {
                  id: 'writeDraft',
                  src: 'writeDraft',
                  input: ({ context: { place, basis, content, earlier, restored } }) => {
                    if (content === null) throw new Error('Nothing was entered')
                    return { place, basis: restored ? restored.basis : basis, content, earlier }
                  },
                  onDone: { target: 'kept' },
                  onError: { target: 'unkept' },
                },
              },
              kept: { description: 'The draft is stored and survives a reload.' },
              unkept: {
                description: 'The browser could not store the draft. The form works without it.',
              },
              dropping: {
                description: 'The draft is being deleted; the form starts over.',
                invoke: {
                  id: 'dropDraft',
                  src: 'dropDraft',
                  input: ({ context: { place, earlier } }) => ({ place, earlier }),
                  onDone: { target: 'idle' },
                  onError: { target: 'idle' },
                },
              },
            },
          },
          ending: {
            description: 'The form was saved or canceled; its draft is being deleted.',
            invoke: {
              id: 'endDraft',
              src: 'dropDraft',
              input: ({ context: { place, earlier } }) => ({ place, earlier }),
              onDone: { target: 'ended' },
              onError: { target: 'ended' },
            },
          },
          ended: { description: 'No more drafts are stored.' },
        },
      },
    },
  })

export type DraftMachine<Content> = ReturnType<typeof createDraftMachine<Content>>
export type DraftSnapshot<Content> = SnapshotFrom<DraftMachine<Content>>

/** The draft shown in the form; null if it shows its initial values. */
export const selectRestored = <Content>({ context }: DraftSnapshot<Content>): EarlierDraft<Content> | null =>
  context.restored

/** The draft offered next to the form. */
export const selectOffered = <Content>(snapshot: DraftSnapshot<Content>): EarlierDraft<Content> | null =>
  snapshot.matches({ notice: 'offered' }) ? snapshot.context.earlier : null

/** Whether the stored record changed since the restored draft was started. */
export const selectIsStale = <Content>({ context }: DraftSnapshot<Content>): boolean =>
  context.restored !== null && !context.offersOther && context.restored.basis !== context.basis
