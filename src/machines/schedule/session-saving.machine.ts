/**
 * Saves a submitted session form. First it requests a preview of each date. A series, or anything that clashes, is shown
 * before it is stored (DESIGN, section 4), and so is a provider's waiting request that an administrator's change
 * discards, and whether the rate type has an effect; a single session without any of these is saved at once. The form's machine runs one
 * of these per submit. However it ends, the form keeps its values.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, fieldMessages, isStatus } from '#contract/failures.ts'
import type { ChangedSessions, SavedScheduleEvent, StoredSession } from '#contract/session-form.ts'
import type { SessionPreview } from '#contract/session-preview.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { SessionForm } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { clashesOf } from './preview-in-words.ts'

export type SavingPurpose = 'create' | 'editOccurrence' | 'editSeries'

/** The session to preview and save. */
export interface SaveSessionInput {
  purpose: SavingPurpose
  form: SessionForm
  userId: number
  sessionId: number | undefined
  serviceRate: string | null
  isEventStarted: boolean
  entityCacheKey: string | undefined
  changeFromDate: LocalDate | undefined
  /** The key of a provider's waiting request that the user agreed to discard. */
  replacesKey?: string | undefined
}

/** A count for a new session; the affected sessions for a change. */
export type SessionOutcome = SavedScheduleEvent | ChangedSessions

/** How it ended. */
export type SavingEnd =
  | { end: 'saved'; saved: SessionOutcome }
  /** The server rejected fields; messages by the form's paths. */
  | { end: 'refused'; fields: Readonly<Record<string, string>> }
  /** Back to the form, to save over the version that is stored now. */
  | { end: 'returned'; entityCacheKey: string | undefined }

interface SessionSavingContext {
  session: SaveSessionInput
  preview: SessionPreview | undefined
  /** Why a call failed. */
  error: unknown
  /** The message for `error`. */
  message: string | undefined
  end: SavingEnd | undefined
}

export type SessionSavingEvent = { type: 'preview.confirm' } | { type: 'preview.back' } | { type: 'failure.dismiss' }

export const isSeries = ({ purpose, form }: SaveSessionInput): boolean =>
  purpose === 'editSeries' || (purpose === 'create' && form.rule.type !== 'none')

export const sessionSavingMachine = setup({
  types: {
    context: {} as SessionSavingContext,
    events: {} as SessionSavingEvent,
    input: {} as SaveSessionInput,
    output: {} as SavingEnd,
    tags: {} as Tag,
  },
  actors: {
    previewSession: notProvided<SessionPreview, SaveSessionInput>('previewSession'),
    saveSession: notProvided<SessionOutcome, SaveSessionInput>('saveSession'),
    rereadSession: notProvided<StoredSession, { purpose: SavingPurpose; sessionId: number }>('rereadSession'),
  },
  guards: {
    isToBeShown: ({ context }, preview: SessionPreview) =>
      isSeries(context.session) ||
      preview.replaces !== undefined ||
      preview.rateTypeNote !== undefined ||
      preview.dates.some((date) => clashesOf(date).length > 0),
    /** Another host of the same API may not support previews. If the session is gone instead, saving will say so. */
    hasNoPreviews: ({ event }) => 'error' in event && isStatus(event.error, 404),
    isFieldRefusal: ({ context }) => Object.keys(fieldMessages(context.error)).length > 0,
    /** Someone else saved first: the form keeps its values, now based on the stored version. */
    isStale: ({ context }) => isStatus(context.error, 409) && context.session.sessionId !== undefined,
    hasMessage: ({ context }) => context.message !== undefined,
  },
  actions: {
    keepPreview: assign((_, preview: SessionPreview) => ({ preview })),
    keepError: assign((_, { error }: { error: unknown }) => ({ error, message: failureMessage(error) })),
    /** After this, saving again replaces the other user's version on purpose. */
    keepVersion: assign(({ context }, { entityCacheKey, isEventPassed, readOnlyReason }: StoredSession) => {
      const isReplaceable =
        entityCacheKey !== context.session.entityCacheKey && !isEventPassed && readOnlyReason === null
      return {
        session: { ...context.session, entityCacheKey },
        ...(isReplaceable && { message: `${context.message}\n\n${formMessages.kept}` }),
      }
    }),
    endSaved: assign((_, saved: SessionOutcome) => ({ end: { end: 'saved' as const, saved } })),
    endRefused: assign(({ context }) => ({ end: { end: 'refused' as const, fields: fieldMessages(context.error) } })),
    endReturned: assign(({ context }) => ({
      end: { end: 'returned' as const, entityCacheKey: context.session.entityCacheKey },
    })),
  },
}).createMachine({
  id: 'sessionSaving',
  description: 'A submitted session: previewed, shown if needed, and saved',
  context: ({ input }) => ({
    session: input,
    preview: undefined,
    error: undefined,
    message: undefined,
    end: undefined,
  }),
  initial: 'previewing',
  states: {
    previewing: {
      description: 'Requests the preview of each date; stores nothing',
      tags: 'busy',
      invoke: {
        id: 'previewSession',
        src: 'previewSession',
        input: ({ context }) => context.session,
        onDone: [
          {
            guard: { type: 'isToBeShown', params: ({ event }) => event.output },
            target: 'asking',
            actions: { type: 'keepPreview', params: ({ event }) => event.output },
          },
          { target: 'saving' },
        ],
        onError: [
          { guard: 'hasNoPreviews', target: 'saving' },
          { target: 'judging', actions: { type: 'keepError', params: ({ event }) => event } },
        ],
      },
    },
    asking: {
      description:
        'Shows the outcome and clashes of each date, a waiting request that is discarded, and a note on rate types; clashes only warn',
      on: { 'preview.confirm': 'saving', 'preview.back': 'returned' },
    },
    saving: {
      description: 'The session is being saved; the buttons are disabled',
      tags: 'busy',
      invoke: {
        id: 'saveSession',
        src: 'saveSession',
        input: ({ context: { session, preview } }) => ({ ...session, replacesKey: preview?.replaces?.key }),
        onDone: { target: 'saved', actions: { type: 'endSaved', params: ({ event }) => event.output } },
        onError: { target: 'judging', actions: { type: 'keepError', params: ({ event }) => event } },
      },
    },
    judging: {
      description: "Sorts the failure: invalid fields, someone else's change, a message to show, or no response",
      always: [
        { guard: 'isFieldRefusal', target: 'refused' },
        { guard: 'isStale', target: 'rereading' },
        { guard: 'hasMessage', target: 'failed' },
        { target: 'returned' },
      ],
    },
    rereading: {
      description: 'Someone else changed the session; the stored version is loading',
      tags: 'busy',
      invoke: {
        id: 'rereadSession',
        src: 'rereadSession',
        input: ({ context: { session } }) => {
          if (session.sessionId === undefined) throw new Error('Nothing was stored')
          return { purpose: session.purpose, sessionId: session.sessionId }
        },
        onDone: { target: 'failed', actions: { type: 'keepVersion', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    failed: {
      description: "The server's message is shown; the form keeps its values",
      tags: 'failed',
      on: { 'failure.dismiss': 'returned' },
    },
    saved: { description: 'The session is stored', type: 'final' },
    refused: { description: 'Fields need to be corrected', type: 'final', entry: 'endRefused' },
    returned: {
      description: 'Back to the form, with all its values',
      type: 'final',
      entry: 'endReturned',
    },
  },
  output: ({ context }) => {
    if (context.end === undefined) throw new Error('It has not ended')
    return context.end
  },
})

export type SessionSavingSnapshot = SnapshotFrom<typeof sessionSavingMachine>

/** The label of the save button. */
export const SAVE_LABELS = {
  create: 'Save',
  editOccurrence: 'Update',
  editSeries: 'Update All',
} as const satisfies Record<SavingPurpose, string>
