/**
 * The tracking labels and the note of one session, or of one student in it (spec 2, section 4).
 *
 * Labels are saved as they are chosen, one save at a time: what is chosen meanwhile goes with the next. A note is saved
 * on request; when that fails, what was typed stays. Nothing that somebody else saved meanwhile is replaced unseen: the
 * refusal brings theirs, and what is saved after it is meant.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import { type Feedback, overtakenFeedback } from '#contract/schedule.ts'
import { formMessages } from '#domain/form-messages.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** What feedback is stored under: an occurrence, or a student's place in one. */
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
  /** What was stored when they were chosen. */
  seen: readonly string[]
}

export interface SaveNoteInput {
  target: FeedbackTarget
  note: string
  /** What was stored when it was written. */
  seen: string
}

interface FeedbackContext {
  target: FeedbackTarget
  /** As chosen; they may be ahead of what is stored. */
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

/** To the letter (spec 2, section 4). */
export const FEEDBACK_SAVED = 'Recurrence feeback updated successfully'

/** Labels travel comma-joined. */
export const labelsOf = (text: string): string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)

/** What the refused save would have replaced; undefined where it was refused for another reason. */
const theirsOf = (event: object): Feedback | undefined =>
  'error' in event ? overtakenFeedback(event.error) : undefined

const messageOf = (event: object): string | undefined => ('error' in event ? failureMessage(event.error) : undefined)

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
    chooseLabels: assign(({ event }) => (event.type === 'labels.choose' ? { labels: event.labels } : {})),
    markSent: assign({ sentLabels: ({ context }) => context.labels }),
    markStored: assign({ storedLabels: ({ context }) => context.sentLabels }),
    restoreLabels: assign(({ context: { storedLabels }, event }) => {
      const theirs = theirsOf(event)
      const labels = theirs ? labelsOf(theirs.trackingLabels) : storedLabels
      return { labels, storedLabels: labels }
    }),
    typeNote: assign(({ event }) => (event.type === 'note.type' ? { note: event.note } : {})),
    restoreNote: assign({ note: ({ context }) => context.storedNote, noteFailure: undefined }),
    keepNote: assign((_, { trackingFeedback: note }: Feedback) => ({ note, storedNote: note })),
    keepLabelsFailure: assign({
      labelsFailure: ({ context: { labels }, event }) =>
        theirsOf(event)
          ? `${messageOf(event)}\n\nYours were not saved: ${labels.join(', ') || 'none'}`
          : messageOf(event),
    }),
    keepNoteFailure: assign(({ context: { storedNote }, event }) => {
      const theirs = theirsOf(event)
      const message = messageOf(event)
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
  description: 'What a provider records of a session or of one student in it.',
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
          description: 'Stored as chosen; a choice that differs is saved at once.',
          on: { 'labels.choose': { target: 'comparing', actions: 'chooseLabels' } },
        },
        comparing: {
          description: 'Is there anything that the server does not have yet?',
          always: [{ guard: 'areLabelsStored', target: 'settled' }, { target: 'saving' }],
        },
        saving: {
          description: 'The labels are on their way; what is chosen meanwhile goes with the next save.',
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
          description: 'The server said no; the labels are again what it has, and its message waits for OK.',
          tags: 'failed',
          on: {
            'failure.dismiss': { target: 'settled', actions: 'clearLabelsFailure' },
          },
        },
        unsaved: {
          description: 'There was no answer: the choice stays and goes with the next one.',
          tags: 'failed',
          on: { 'labels.choose': { target: 'comparing', actions: 'chooseLabels' } },
        },
      },
    },
    note: {
      description: 'The note, written in a dialog.',
      initial: 'closed',
      states: {
        closed: {
          description: 'No dialog.',
          on: { 'note.open': 'writing' },
        },
        writing: {
          description: 'The note can be typed.',
          tags: 'editable',
          on: {
            'note.type': { actions: ['typeNote', 'clearNoteFailure'] },
            'note.save': [{ guard: 'isNoteStored', target: 'closed' }, { target: 'saving' }],
            'note.cancel': { target: 'closed', actions: 'restoreNote' },
          },
        },
        saving: {
          description: 'The note is on its way; the dialog stays.',
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
