/**
 * Deletes a session, or its series from a given day, after confirmation (spec 2, sections 2.5 and 4). For a series, the
 * confirmation previews what will be deleted and what stays; for a session with a provider's waiting request, it names the
 * request.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, isStatus } from '#contract/failures.ts'
import type { ChangedSessions } from '#contract/session-form.ts'
import type { SessionPreview } from '#contract/session-preview.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { changeInWords, changeMessages } from './change-outcome.ts'
import type { ChangeTarget } from './event-modal.machine.ts'

/** The target, and the key of a provider's waiting request that the user agreed to discard. */
export interface DeleteSessionsInput extends ChangeTarget {
  replacesKey?: string | undefined
}

interface SessionDeletionContext {
  /** What the user wants to delete. */
  target: ChangeTarget | undefined
  preview: SessionPreview | undefined
  /** The server's message when it refuses. */
  message: string | undefined
  /** The refusal means that what is shown is out of date. */
  isStale: boolean
}

export type SessionDeletionEvent =
  | { type: 'deletion.ask'; target: ChangeTarget }
  | { type: 'deletion.confirm' }
  | { type: 'deletion.cancel' }
  | { type: 'failure.dismiss' }

export type SessionDeletionEmitted =
  | { type: 'sessions.deleted'; message: string }
  /** Someone else changed or deleted the sessions first, and the user has seen the message: the display is out of date. */
  | { type: 'sessions.outdate' }

const asked = ({ target }: SessionDeletionContext): ChangeTarget => {
  if (target === undefined) throw new Error('No session to delete')
  return target
}

export const sessionDeletionMachine = setup({
  types: {
    context: {} as SessionDeletionContext,
    events: {} as SessionDeletionEvent,
    emitted: {} as SessionDeletionEmitted,
    tags: {} as Tag,
  },
  actors: {
    previewDeletion: notProvided<SessionPreview, ChangeTarget>('previewDeletion'),
    deleteSessions: notProvided<ChangedSessions, DeleteSessionsInput>('deleteSessions'),
  },
  guards: {
    hasMoreToSay: ({ event }) =>
      event.type === 'deletion.ask' && (event.target.scope === 'series' || event.target.isEdited),
    /** Another host of the same API may have no previews; if the series is gone, the deletion reports it as well. */
    hasNoPreviews: ({ event }) => 'error' in event && isStatus(event.error, 404),
    hasMessage,
    isStale: ({ context }) => context.isStale,
  },
  actions: {
    takeTarget: assign(({ event }) => {
      assertEvent(event, 'deletion.ask')
      return { target: event.target, preview: undefined, message: undefined }
    }),
    keepPreview: assign((_, preview: SessionPreview) => ({ preview })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({
      message: failureMessage(error),
      isStale: isStatus(error, 404, 409),
    })),
    announceDeleted: emit((_, changed: ChangedSessions) => ({
      type: 'sessions.deleted' as const,
      message: changed.isPending ? changeMessages.pending : changeInWords(changeMessages.deleted, changed),
    })),
    announceOutdated: emit({ type: 'sessions.outdate' }),
  },
}).createMachine({
  id: 'sessionDeletion',
  description: 'Deletes sessions after confirmation.',
  context: { target: undefined, preview: undefined, message: undefined, isStale: false },
  initial: 'idle',
  states: {
    idle: {
      description: 'No confirmation is open.',
      on: {
        'deletion.ask': [
          { guard: 'hasMoreToSay', target: 'previewing', actions: 'takeTarget' },
          { target: 'confirming', actions: 'takeTarget' },
        ],
      },
    },
    previewing: {
      description: 'The confirmation dialog is open; the preview is loading.',
      tags: 'busy',
      invoke: {
        id: 'previewDeletion',
        src: 'previewDeletion',
        input: ({ context }) => asked(context),
        onDone: { target: 'confirming', actions: { type: 'keepPreview', params: ({ event }) => event.output } },
        onError: [
          { guard: 'hasNoPreviews', target: 'confirming' },
          { guard: 'hasMessage', target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          { target: 'idle' },
        ],
      },
      on: { 'deletion.cancel': 'idle' },
    },
    confirming: {
      description: 'The confirmation dialog is open.',
      on: { 'deletion.confirm': 'deleting', 'deletion.cancel': 'idle' },
    },
    deleting: {
      description: 'The sessions are being deleted; the buttons are disabled.',
      tags: 'busy',
      invoke: {
        id: 'deleteSessions',
        src: 'deleteSessions',
        input: ({ context }) => ({ ...asked(context), replacesKey: context.preview?.replaces?.key }),
        onDone: { target: 'idle', actions: { type: 'announceDeleted', params: ({ event }) => event.output } },
        onError: [
          { guard: 'hasMessage', target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          { target: 'confirming' },
        ],
      },
    },
    failed: {
      description: 'The server refused; its message shows until OK.',
      tags: 'failed',
      on: {
        'failure.dismiss': [{ guard: 'isStale', target: 'idle', actions: 'announceOutdated' }, { target: 'idle' }],
      },
    },
  },
})

export type SessionDeletionSnapshot = SnapshotFrom<typeof sessionDeletionMachine>
