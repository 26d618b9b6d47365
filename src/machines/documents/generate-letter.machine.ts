/**
 * Choosing a letter: the dialog where it is chosen for whom and from which template, and the letter as it is shown before it
 * is saved. A run saves it for each provider (common/run.machine.ts).
 */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import type { DownloadedFile } from '#contract/api-client.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { MAX_SEEN_LETTERS, type previewLetter } from '#contract/letters.ts'
import type { LetterFormat } from '#domain/document-form.ts'
import { messageOf } from '#machines/common/failure-guards.ts'
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
  /** Why there is no letter to show. */
  message: string | undefined
}

export type GenerateLetterEvent =
  | { type: 'letter.open' }
  | { type: 'letter.show'; subject: LetterSubject }
  | { type: 'letter.hide' }
  /** What the message is about has changed. */
  | { type: 'message.clear' }
  | { type: 'dialog.close' }

const NOTHING = { subject: undefined, letter: undefined, seen: [], message: undefined } as const

const subjectOf = ({ subject }: Pick<GenerateLetterContext, 'subject'>): LetterSubject => {
  if (subject === undefined) throw new RangeError('No letter was chosen')
  return subject
}

export const generateLetterMachine = setup({
  types: {
    context: {} as GenerateLetterContext,
    events: {} as GenerateLetterEvent,
    tags: {} as Tag,
  },
  actors: { showLetter: notProvided<{ letter: ShownLetter }, LetterSubject>('showLetter') },
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
    keepMessage: assign({ message: messageOf }),
    clearMessage: assign({ message: undefined }),
  },
}).createMachine({
  id: 'generate-letter',
  description: 'Choosing a letter for one or more providers.',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed.',
      on: { 'letter.open': { target: 'choosing', actions: 'startOver' } },
    },
    choosing: {
      description:
        'The user chooses a template and providers, and names the document, or follows how letters are saved.',
      tags: 'editable',
      on: {
        'letter.show': { target: 'rendering', actions: 'keepSubject' },
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
        onError: { target: 'choosing', actions: 'keepMessage' },
      },
      on: { 'letter.hide': 'choosing' },
    },
    shown: {
      description: 'The user reads the letter as it will be saved.',
      on: { 'letter.hide': { target: 'choosing', actions: 'hideLetter' } },
    },
  },
})

export type GenerateLetterSnapshot = SnapshotFrom<typeof generateLetterMachine>

/** The letters of an order that were seen as they will be saved: if such a letter has changed, it is not saved. */
export const seenFor = (
  { seen }: Pick<GenerateLetterContext, 'seen'>,
  { templateTypeId, providerIds }: Pick<LetterOrder, 'templateTypeId' | 'providerIds'>,
) =>
  seen
    .filter((letter) => letter.templateTypeId === templateTypeId && providerIds.includes(letter.providerId))
    .map(({ providerId, sha256 }) => ({ providerId, sha256 }))
