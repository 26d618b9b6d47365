/**
 * The draft of an unsaved form: read when the form opens, kept while it is filled in, gone once the form is saved or
 * cancelled. One machine for every form; what a form holds is opaque here. Nothing that the storage refuses reaches the
 * form: it works without.
 *
 * A draft notes the basis on which it was begun (a stored record's version, a range chosen on a calendar). A form that
 * `offersOther` opens as it was asked for and offers a draft of another basis, which waits behind whatever is entered
 * meanwhile (`earlier`). Other forms restore it all the same, and say what changed.
 */
import { assign, fromCallback, type SnapshotFrom, setup } from 'xstate'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

/** Whose draft of which form: a name such as `session/new`. */
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
  /** One that was offered, and neither taken up nor discarded. */
  earlier: EarlierDraft<Content> | null
}

export interface DraftInput {
  place: DraftPlace
  basis: string | null
  /** False: the form can no longer be changed, and a draft of it is dropped. */
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
  /** Takes the dropped one's place. */
  earlier: EarlierDraft<Content> | null
}

interface DraftContext<Content> extends DraftInput {
  /** The draft that the form shows. */
  restored: EarlierDraft<Content> | null
  /** The draft that is offered, or waits. */
  earlier: EarlierDraft<Content> | null
  /** What was entered last. */
  content: Content | null
}

export type DraftEvent<Content> =
  /** Something was entered: all that the form holds now. */
  | { type: 'draft.change'; content: Content }
  /** The page may go at any moment. */
  | { type: 'draft.flush' }
  /** The offered draft is to be gone on with. */
  | { type: 'draft.accept' }
  /** The offered or restored draft is not wanted. */
  | { type: 'draft.discard' }
  /** The form was saved or cancelled. */
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
      /** Tells when the page is about to go, or the user's session with it. */
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
      /** One draft waits at a time: one that waited behind the offered gives way. */
      takeOther: assign((_, draft: Draft<Content> | null) => ({ earlier: draft && alone(draft) })),
      takeEarlier: assign(({ context }) => ({ restored: context.earlier, earlier: null })),
      forgetEarlier: assign({ earlier: null }),
      forgetRestored: assign({ restored: null }),
      takeContent: assign(({ event }) => (event.type === 'draft.change' ? { content: event.content } : {})),
    },
  }).createMachine({
    id: 'draft',
    description: 'What was entered into a form and not saved',
    context: ({ input }) => ({ ...input, restored: null, earlier: null, content: null }),
    invoke: { id: 'watchLeaving', src: 'watchLeaving' },
    type: 'parallel',
    states: {
      notice: {
        description: 'What the form says of a draft that was found',
        initial: 'opening',
        states: {
          opening: {
            description: 'Is there anything to restore into?',
            always: [{ guard: 'isOpen', target: 'restoring' }, { target: 'none' }],
          },
          restoring: {
            description: 'The storage is looked through; the form waits for it',
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
          none: { description: 'Nothing was found, or it is not wanted: the form is as it opens' },
          offered: {
            description: 'There is a draft begun elsewhere: the form opened as asked for and offers to go on with it',
            on: {
              'draft.accept': { target: 'restored', actions: 'takeEarlier' },
              'draft.discard': { target: 'none', actions: 'forgetEarlier' },
              'draft.change': { target: 'waiting' },
            },
          },
          waiting: { description: 'Something else was entered: the offered draft is there again afterwards' },
          restored: {
            description: 'The form shows the draft and says from when it is',
            on: { 'draft.discard': { target: 'none', actions: 'forgetRestored' } },
          },
        },
      },
      keeping: {
        description: 'Whether the browser keeps what the form holds',
        initial: 'opening',
        states: {
          opening: {
            description: 'A form that cannot be changed any more keeps nothing',
            always: [{ guard: 'isOpen', target: 'open' }, { target: 'ending' }],
          },
          open: {
            description: 'The form is filled in',
            initial: 'idle',
            on: {
              'draft.change': { target: '.settling', actions: 'takeContent' },
              'draft.discard': { target: '.dropping' },
              'draft.end': { target: 'ending' },
            },
            states: {
              idle: { description: 'Nothing was entered since' },
              settling: {
                description: 'Something was entered; more may follow',
                on: { 'draft.flush': { target: 'writing' } },
                after: { keepPause: { target: 'writing' } },
              },
              writing: {
                description: 'The browser is told to keep it',
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
              kept: { description: 'A reload brings it back' },
              unkept: {
                description: 'The browser refused, being full or told to keep nothing: the form works without',
              },
              dropping: {
                description: 'The draft goes; the form starts over',
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
            description: 'The form is done with: its draft goes',
            invoke: {
              id: 'endDraft',
              src: 'dropDraft',
              input: ({ context: { place, earlier } }) => ({ place, earlier }),
              onDone: { target: 'ended' },
              onError: { target: 'ended' },
            },
          },
          ended: { description: 'Nothing more is kept' },
        },
      },
    },
  })

export type DraftMachine<Content> = ReturnType<typeof createDraftMachine<Content>>
export type DraftSnapshot<Content> = SnapshotFrom<DraftMachine<Content>>

/** The draft that the form shows; null where it shows what it opens with. */
export const selectRestored = <Content>({ context }: DraftSnapshot<Content>): EarlierDraft<Content> | null =>
  context.restored

/** The draft that is offered beside the form. */
export const selectOffered = <Content>(snapshot: DraftSnapshot<Content>): EarlierDraft<Content> | null =>
  snapshot.matches({ notice: 'offered' }) ? snapshot.context.earlier : null

/** The stored record is not the one any more that the restored draft was begun on. */
export const selectIsOvertaken = <Content>({ context }: DraftSnapshot<Content>): boolean =>
  context.restored !== null && !context.offersOther && context.restored.basis !== context.basis
