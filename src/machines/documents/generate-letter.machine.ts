/**
 * Generating a letter: the dialog where it is chosen for whom and from which template, the letter as it is shown before it
 * is saved, and the run that saves it for each provider. A run that is under way is found when the dialog opens.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { DownloadedFile } from '#contract/api-client.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { type LetterRun, MAX_SEEN_LETTERS, type previewLetter } from '#contract/letters.ts'
import type { LetterFormat } from '#domain/document-form.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** Which letter. */
export interface LetterSubject {
  readonly templateTypeId: number
  readonly providerId: number
}

/** What is saved. */
export interface LetterOrder {
  readonly templateTypeId: number
  readonly providerIds: readonly number[]
  readonly documentName: string
  readonly format: LetterFormat
  readonly asksToAccept: boolean
}

type Prepared = DataOf<typeof previewLetter>

export interface ShownLetter extends Prepared {
  /** The PDF. */
  readonly file: DownloadedFile
}

/** A letter that the user has seen. */
interface SeenLetter extends LetterSubject {
  readonly sha256: string
}

interface GenerateLetterContext {
  /** The letter that is shown or about to be. */
  subject: LetterSubject | undefined
  letter: ShownLetter | undefined
  /** The letters seen for the providers, each in the template that was chosen last. */
  seen: readonly SeenLetter[]
  order: LetterOrder | undefined
  run: LetterRun | undefined
  /** Why there is no letter to show, or why none was saved. */
  message: string | undefined
}

export type GenerateLetterEvent =
  | { type: 'letter.open' }
  | { type: 'letter.show'; subject: LetterSubject }
  | { type: 'letter.hide' }
  | { type: 'letter.save'; order: LetterOrder }
  /** What the message is about has changed. */
  | { type: 'message.clear' }
  | { type: 'dialog.close' }

export type GenerateLetterEmitted =
  /** Letters were saved, so that lists are out of date. */
  | { type: 'letters.saved' }
  /** A run is over whose dialog was closed before; null if it is no longer known. */
  | { type: 'letters.ended'; run: LetterRun | null }

const NOTHING = {
  subject: undefined,
  letter: undefined,
  seen: [],
  order: undefined,
  run: undefined,
  message: undefined,
} as const

const subjectOf = ({ subject }: Pick<GenerateLetterContext, 'subject'>): LetterSubject => {
  if (subject === undefined) throw new RangeError('No letter was chosen')
  return subject
}

const runIdOf = ({ run }: Pick<GenerateLetterContext, 'run'>): number => {
  if (run === undefined) throw new RangeError('No run is known')
  return run.id
}

export interface StartInput {
  readonly order: LetterOrder
  readonly seen: readonly { readonly providerId: number; readonly sha256: string }[]
}

const startInput = ({ order, seen }: Pick<GenerateLetterContext, 'order' | 'seen'>): StartInput => {
  if (order === undefined) throw new RangeError('Nothing was ordered')
  const { templateTypeId, providerIds } = order
  const counted = seen.filter(
    (letter) => letter.templateTypeId === templateTypeId && providerIds.includes(letter.providerId),
  )
  return { order, seen: counted.map(({ providerId, sha256 }) => ({ providerId, sha256 })) }
}

const isRunning = (_: unknown, { run }: { run: LetterRun | null }) => run?.state === 'running'

export const generateLetterMachine = setup({
  types: {
    context: {} as GenerateLetterContext,
    events: {} as GenerateLetterEvent,
    emitted: {} as GenerateLetterEmitted,
    tags: {} as Tag,
  },
  delays: { poll: 1_000 },
  actors: {
    showLetter: notProvided<{ letter: ShownLetter }, LetterSubject>('showLetter'),
    startRun: notProvided<LetterRun, StartInput>('startRun'),
    /** The latest one of the user without an id; null if there is none. */
    readRun: notProvided<LetterRun | null, { id: number | undefined }>('readRun'),
  },
  guards: { hasMessage, isRunning },
  actions: {
    startOver: assign(NOTHING),
    keepSubject: assign(({ event }) => {
      assertEvent(event, 'letter.show')
      return { subject: event.subject, letter: undefined, message: undefined }
    }),
    keepLetter: assign(({ context }, { letter }: { letter: ShownLetter }) => {
      const { templateTypeId, providerId } = subjectOf(context)
      const others = context.seen.filter((one) => one.providerId !== providerId)
      return {
        letter,
        seen: [...others, { templateTypeId, providerId, sha256: letter.sha256 }].slice(-MAX_SEEN_LETTERS),
      }
    }),
    hideLetter: assign({ letter: undefined }),
    keepOrder: assign(({ event }) => {
      assertEvent(event, 'letter.save')
      return { order: event.order, message: undefined }
    }),
    keepRun: assign((_, { run }: { run: LetterRun | null }) => ({ run: run ?? undefined })),
    keepMessage: assign({ message: messageOf }),
    clearMessage: assign({ message: undefined }),
    announceSaved: emit({ type: 'letters.saved' }),
    announceEnd: emit((_, { run }: { run: LetterRun | null }) => ({ type: 'letters.ended' as const, run })),
  },
}).createMachine({
  id: 'generate-letter',
  description: 'Generating a letter for one or more providers.',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed.',
      on: { 'letter.open': { target: 'looking', actions: 'startOver' } },
    },
    following: {
      description: 'The dialog is closed, and the server still saves letters.',
      after: { poll: 'asking' },
      on: { 'letter.open': { target: 'looking', actions: 'startOver' } },
    },
    asking: {
      description: 'The page asks whether all letters are saved.',
      invoke: {
        id: 'followRun',
        src: 'readRun',
        input: ({ context }) => ({ id: runIdOf(context) }),
        onDone: [
          { guard: { type: 'isRunning', params: ({ event }) => ({ run: event.output }) }, target: 'following' },
          {
            target: 'closed',
            actions: ['announceSaved', { type: 'announceEnd', params: ({ event }) => ({ run: event.output }) }],
          },
        ],
        onError: 'following',
      },
      on: { 'letter.open': { target: 'looking', actions: 'startOver' } },
    },
    looking: {
      description: 'The page looks whether letters are being saved.',
      invoke: {
        id: 'findRun',
        src: 'readRun',
        input: { id: undefined },
        onDone: [
          {
            guard: { type: 'isRunning', params: ({ event }) => ({ run: event.output }) },
            target: 'saving',
            actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) },
          },
          { target: 'choosing' },
        ],
        onError: 'choosing',
      },
      on: { 'dialog.close': 'closed' },
    },
    choosing: {
      description: 'The user chooses a template and providers, and names the document.',
      tags: 'editable',
      on: {
        'letter.show': { target: 'rendering', actions: 'keepSubject' },
        'letter.save': { target: 'starting', actions: 'keepOrder' },
        'message.clear': { actions: 'clearMessage' },
        'dialog.close': 'closed',
      },
    },
    rendering: {
      description: 'The server fills in the letter.',
      tags: 'busy',
      invoke: {
        id: 'showLetter',
        src: 'showLetter',
        input: ({ context }) => subjectOf(context),
        onDone: { target: 'shown', actions: { type: 'keepLetter', params: ({ event }) => event.output } },
        onError: [{ guard: 'hasMessage', target: 'choosing', actions: 'keepMessage' }, { target: 'choosing' }],
      },
      on: { 'letter.hide': 'choosing' },
    },
    shown: {
      description: 'The user reads the letter as it will be saved.',
      on: { 'letter.hide': { target: 'choosing', actions: 'hideLetter' } },
    },
    starting: {
      description: 'The server notes for whom the letter is to be saved.',
      tags: 'busy',
      invoke: {
        id: 'startRun',
        src: 'startRun',
        input: ({ context }) => startInput(context),
        onDone: { target: 'saving', actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) } },
        onError: [{ guard: 'hasMessage', target: 'choosing', actions: 'keepMessage' }, { target: 'choosing' }],
      },
    },
    saving: {
      description: 'The server saves one letter after the other.',
      tags: 'busy',
      after: { poll: 'polling' },
      on: { 'dialog.close': { target: 'following', actions: 'announceSaved' } },
    },
    polling: {
      description: 'The page asks how far the server is.',
      tags: 'busy',
      invoke: {
        id: 'pollRun',
        src: 'readRun',
        input: ({ context }) => ({ id: runIdOf(context) }),
        onDone: [
          {
            guard: { type: 'isRunning', params: ({ event }) => ({ run: event.output }) },
            target: 'saving',
            actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) },
          },
          {
            target: 'saved',
            actions: [{ type: 'keepRun', params: ({ event }) => ({ run: event.output }) }, 'announceSaved'],
          },
        ],
        onError: 'saving',
      },
      on: { 'dialog.close': { target: 'following', actions: 'announceSaved' } },
    },
    saved: {
      description: 'How it ended is shown for each provider.',
      on: { 'dialog.close': 'closed' },
    },
  },
})

export type GenerateLetterSnapshot = SnapshotFrom<typeof generateLetterMachine>
