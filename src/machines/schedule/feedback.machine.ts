/**
 * The tracking labels of one session, or of one student in it (spec 2, section 4).
 *
 * They are saved immediately, one save at a time: labels chosen during a save are sent with the next one. Someone else's
 * change is never overwritten unseen: the refusal brings their version. The note has a form of its own.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { type Feedback, storedFeedbackOf } from '#contract/schedule.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { dayFormMessages } from './day-forms.ts'

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

interface FeedbackContext {
  target: FeedbackTarget
  /** The user's choice; may be ahead of what is stored. */
  labels: readonly string[]
  storedLabels: readonly string[]
  sentLabels: readonly string[]
  labelsFailure: string | undefined
}

export type FeedbackEvent = { type: 'labels.choose'; labels: readonly string[] } | { type: 'failure.dismiss' }

export type FeedbackEmitted = { type: 'feedback.saved'; message: string }

/** Labels are stored as comma-separated text. */
export const labelsOf = (text: string): string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)

/** Someone else's version, which the refused save would have overwritten; undefined after any other refusal. */
const theirsOf = (event: object): Feedback | undefined => ('error' in event ? storedFeedbackOf(event.error) : undefined)

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
  },
  guards: {
    areLabelsStored: ({ context }) => isSame(context.labels, context.storedLabels),
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
    keepLabelsFailure: assign({
      labelsFailure: ({ context: { labels }, event }) =>
        theirsOf(event)
          ? `${messageOf({ event })}\n\nYour labels were not saved: ${labels.join(', ') || 'none'}`
          : messageOf({ event }),
    }),
    clearLabelsFailure: assign({ labelsFailure: undefined }),
    tellSaved: emit({ type: 'feedback.saved', message: dayFormMessages.feedbackSaved }),
  },
}).createMachine({
  id: 'feedback',
  description: "A provider's labels for a session or one of its students.",
  context: ({ input: { target, feedback } }) => {
    const labels = labelsOf(feedback.trackingLabels)
    return { target, labels, storedLabels: labels, sentLabels: labels, labelsFailure: undefined }
  },
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
      on: { 'failure.dismiss': { target: 'settled', actions: 'clearLabelsFailure' } },
    },
    unsaved: {
      description: 'The server did not respond. The choice stays and is sent with the next one.',
      tags: 'failed',
      on: { 'labels.choose': { target: 'comparing', actions: 'chooseLabels' } },
    },
  },
})

export type FeedbackSnapshot = SnapshotFrom<typeof feedbackMachine>
