/** Loads a stored session for the form; the form's purpose depends on what it finds. */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { StoredSession } from '#contract/session-form.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import type { SessionFormPurpose } from './session-form.machine.ts'

/** Which stored session: one occurrence by its own id, or a series by its session's. */
export interface StoredSessionQuery {
  scope: 'occurrence' | 'series'
  /** Undefined if the address has no id. */
  id: number | undefined
  /** False for a read-only view. */
  isEdit: boolean
  /** Includes a deleted occurrence, to prefill a new session. */
  withDeleted?: boolean
}

interface StoredSessionContext {
  query: StoredSessionQuery
  session: StoredSession | undefined
  /** The server's message if loading failed. */
  message: string | undefined
}

export const storedSessionMachine = setup({
  types: {
    context: {} as StoredSessionContext,
    events: {} as { type: 'load.retry' },
    input: {} as StoredSessionQuery,
    tags: {} as Tag,
  },
  actors: { loadSession: notProvided<StoredSession, StoredSessionQuery>('loadSession') },
  actions: {
    keepSession: assign((_, session: StoredSession) => ({ session })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    clearFailure: assign({ message: undefined }),
  },
}).createMachine({
  id: 'storedSession',
  description: 'Loads a stored session into the form.',
  context: ({ input }) => ({ query: input, session: undefined, message: undefined }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The session is loading; the form shows a skeleton.',
      tags: 'busy',
      invoke: {
        id: 'loadSession',
        src: 'loadSession',
        input: ({ context }) => context.query,
        onDone: { target: 'loaded', actions: { type: 'keepSession', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    loaded: { description: 'The form shows the session and takes over.' },
    failed: {
      description: "Loading failed: shows the server's message, if any, and offers to try again.",
      tags: 'failed',
      on: { 'load.retry': { target: 'loading', actions: 'clearFailure' } },
    },
  },
})

export type StoredSessionSnapshot = SnapshotFrom<typeof storedSessionMachine>

/** The purpose of the form: to view, to edit, or, for a session that can no longer be edited, only to close. */
export const purposeOf = (
  { scope, isEdit }: StoredSessionQuery,
  { isEventPassed, readOnlyReason }: Pick<StoredSession, 'isEventPassed' | 'readOnlyReason'>,
): SessionFormPurpose => {
  if (!isEdit) return 'view'
  if (isEventPassed || readOnlyReason !== null) return 'passed'
  return scope === 'occurrence' ? 'editOccurrence' : 'editSeries'
}

/** Why the session can't be edited; undefined if it can. */
export const lockReasonOf = ({
  isEventPassed,
  readOnlyReason,
}: Pick<StoredSession, 'isEventPassed' | 'readOnlyReason'>): string | undefined =>
  readOnlyReason ?? (isEventPassed ? sessionFormMessages.expired : undefined)
