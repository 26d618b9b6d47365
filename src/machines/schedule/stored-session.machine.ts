/** Brings a stored session into the form: it is read first, and what the form may do with it follows from what was read. */
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
  /** Undefined: the address names none. */
  id: number | undefined
  /** False: it is only looked at. */
  isEdit: boolean
  /** Also an occurrence that was deleted, for a new session to start from. */
  withDeleted?: boolean
}

interface StoredSessionContext {
  query: StoredSessionQuery
  session: StoredSession | undefined
  /** The server's words for why there is none. */
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
  description: 'A stored session on its way into the form.',
  context: ({ input }) => ({ query: input, session: undefined, message: undefined }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The session is on its way; the form is outlined.',
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
      description: "It could not be read: the server's message, or that no answer came, with another try.",
      tags: 'failed',
      on: { 'load.retry': { target: 'loading', actions: 'clearFailure' } },
    },
  },
})

export type StoredSessionSnapshot = SnapshotFrom<typeof storedSessionMachine>

/** What the form is opened for: to look, to change, or since neither is possible any more, only to be left. */
export const purposeOf = (
  { scope, isEdit }: StoredSessionQuery,
  { isEventPassed, readOnlyReason }: Pick<StoredSession, 'isEventPassed' | 'readOnlyReason'>,
): SessionFormPurpose => {
  if (!isEdit) return 'view'
  if (isEventPassed || readOnlyReason !== null) return 'passed'
  return scope === 'occurrence' ? 'editOccurrence' : 'editSeries'
}

/** Why the session cannot be changed, in words; undefined where it can be. */
export const lockReasonOf = ({
  isEventPassed,
  readOnlyReason,
}: Pick<StoredSession, 'isEventPassed' | 'readOnlyReason'>): string | undefined =>
  readOnlyReason ?? (isEventPassed ? sessionFormMessages.expired : undefined)
