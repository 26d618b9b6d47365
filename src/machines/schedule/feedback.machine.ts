/**
 * The tracking labels and the note of one session, or of one student in it (spec 2, section 4).
 *
 * Labels are saved immediately, one save at a time: labels chosen during a save are sent with the next one. A note is saved
 * on request; if that fails, what was typed stays. Someone else's change is never overwritten unseen: the refusal brings
 * their version, and only a second save overwrites it.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { type Feedback, overtakenFeedback } from '#contract/schedule.ts'
import { formMessages } from '#domain/form-messages.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** What the feedback belongs to: an occurrence, or a student in one. */
export interface FeedbackTarget {
  kind: 'session' | 'student'
  id: number
}

export interface FeedbackInput {
  target: FeedbackTarget
  feedback: Feedback
}

export interface SaveLabelsInput {
  target: FeedbackTarget
  labels: readonly string[]
  /** The labels that were stored when these were chosen. */
  seen: readonly string[]
}

export interface SaveNoteInput {
  target: FeedbackTarget
  note: string
  /** The note that was stored when this one was written. */
  seen: string
}

interface FeedbackContext {
  target: FeedbackTarget
  /** The user's choice; may be ahead of what is stored. */
  labels: readonly string[]
  storedLabels: readonly string[]
  sentLabels: readonly string[]
  note: string
  storedNote: string
  labelsFailure: string | undefined
  noteFailure: string | undefined
}

export type FeedbackEvent =
  | { type: 'labels.choose'; labels: readonly string[] }
  | { type: 'note.open' }
  | { type: 'note.type'; note: string }
  | { type: 'note.save' }
  | { type: 'note.cancel' }
  | { type: 'failure.dismiss' }

export type FeedbackEmitted = { type: 'feedback.saved'; message: string }

/** Spelled as in the spec (spec 2, section 4). */
export const FEEDBACK_SAVED = 'Recurrence feeback updated successfully'

/** Labels are stored as comma-separated text. */
export const labelsOf = (text: string): string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)

/** Someone else's version, which the refused save would have overwritten; undefined after any other refusal. */
const theirsOf = (event: object): Feedback | undefined =>
  'error' in event ? overtakenFeedback(event.error) : undefined

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join()

export const feedbackMachine = setup({
  types: {
    context: {} as FeedbackContext,
    events: {} as FeedbackEvent,
    input: {} as FeedbackInput,
    emitted: {} as FeedbackEmitted,
    tags: {} as Tag,
  },
  actors: {
    saveLabels: notProvided<Feedback, SaveLabelsInput>('saveLabels'),
    saveNote: notProvided<Feedback, SaveNoteInput>('saveNote'),
  },
  guards: {
    areLabelsStored: ({ context }) => isSame(context.labels, context.storedLabels),
    isNoteStored: ({ context }) => context.note.trim() === context.storedNote.trim(),
    hasMessage,
  },
  actions: {
    chooseLabels: assign(({ event }) => {
      assertEvent(event, 'labels.choose')
      return { labels: event.labels }
    }),
    markSent: assign({ sentLabels: ({ context }) => context.labels }),
    markStored: assign({ storedLabels: ({ context }) => context.sentLabels }),
    restoreLabels: assign(({ context: { storedLabels }, event }) => {
      const theirs = theirsOf(event)
      const labels = theirs ? labelsOf(theirs.trackingLabels) : storedLabels
      return { labels, storedLabels: labels }
    }),
    typeNote: assign(({ event }) => {
      assertEvent(event, 'note.type')
      return { note: event.note }
    }),
    restoreNote: assign({ note: ({ context }) => context.storedNote, noteFailure: undefined }),
    keepNote: assign((_, { trackingFeedback: note }: Feedback) => ({ note, storedNote: note })),
    keepLabelsFailure: assign({
      labelsFailure: ({ context: { labels }, event }) =>
        theirsOf(event)
          ? `${messageOf({ event })}\n\nYour labels were not saved: ${labels.join(', ') || 'none'}`
          : messageOf({ event }),
    }),
    keepNoteFailure: assign(({ context: { storedNote }, event }) => {
      const theirs = theirsOf(event)
      const message = messageOf({ event })
      return {
        noteFailure: theirs ? `${message}\n\n${formMessages.kept}` : message,
        storedNote: theirs ? theirs.trackingFeedback : storedNote,
      }
    }),
    clearLabelsFailure: assign({ labelsFailure: undefined }),
    clearNoteFailure: assign({ noteFailure: undefined }),
    tellSaved: emit({ type: 'feedback.saved', message: FEEDBACK_SAVED }),
  },
}).createMachine({
  id: 'feedback',
  description: "A provider's labels and note for a session or one of its students.",
  type: 'parallel',
  context: ({ input: { target, feedback } }) => {
    const labels = labelsOf(feedback.trackingLabels)
    return {
      target,
      labels,
      storedLabels: labels,
      sentLabels: labels,
      note: feedback.trackingFeedback,
      storedNote: feedback.trackingFeedback,
      labelsFailure: undefined,
      noteFailure: undefined,
    }
  },
  states: {
    labels: {
      description: 'The tracking labels.',
      initial: 'settled',
      on: { 'labels.choose': { actions: 'chooseLabels' } },
      states: {
        settled: {
          description: 'The choice is stored. A new choice is saved immediately.',
          on: { 'labels.choose': { target: 'comparing', actions: 'chooseLabels' } },
        },
        comparing: {
          description: 'Checks whether the choice differs from what is stored.',
          always: [{ guard: 'areLabelsStored', target: 'settled' }, { target: 'saving' }],
        },
        saving: {
          description: 'The labels are being saved. Labels chosen during the save are sent with the next one.',
          tags: 'busy',
          entry: 'markSent',
          invoke: {
            id: 'saveLabels',
            src: 'saveLabels',
            input: ({ context: { target, labels, storedLabels: seen } }) => ({ target, labels, seen }),
            onDone: { target: 'comparing', actions: ['markStored', 'tellSaved'] },
            onError: [
              { guard: 'hasMessage', target: 'refused', actions: ['keepLabelsFailure', 'restoreLabels'] },
              { target: 'unsaved' },
            ],
          },
        },
        refused: {
          description: 'The server refused. The labels revert to the stored ones and its message shows until OK.',
          tags: 'failed',
          on: {
            'failure.dismiss': { target: 'settled', actions: 'clearLabelsFailure' },
          },
        },
        unsaved: {
          description: 'The server did not respond. The choice stays and is sent with the next one.',
          tags: 'failed',
          on: { 'labels.choose': { target: 'comparing', actions: 'chooseLabels' } },
        },
      },
    },
    note: {
      description: 'The note and its dialog.',
      initial: 'closed',
      states: {
        closed: {
          description: 'The dialog is closed.',
          on: { 'note.open': 'writing' },
        },
        writing: {
          description: 'The user types the note.',
          tags: 'editable',
          on: {
            'note.type': { actions: ['typeNote', 'clearNoteFailure'] },
            'note.save': [{ guard: 'isNoteStored', target: 'closed' }, { target: 'saving' }],
            'note.cancel': { target: 'closed', actions: 'restoreNote' },
          },
        },
        saving: {
          description: 'The note is being saved; the dialog stays open.',
          tags: 'busy',
          entry: 'clearNoteFailure',
          invoke: {
            id: 'saveNote',
            src: 'saveNote',
            input: ({ context: { target, note, storedNote: seen } }) => ({ target, note, seen }),
            onDone: {
              target: 'closed',
              actions: [{ type: 'keepNote', params: ({ event }) => event.output }, 'tellSaved'],
            },
            onError: { target: 'writing', actions: 'keepNoteFailure' },
          },
        },
      },
    },
  },
})

export type FeedbackSnapshot = SnapshotFrom<typeof feedbackMachine>
