/**
 * Administrators accept or reject time-off requests (spec 2, sections 2.8 and 4): they select requests on the page and
 * accept them together, or reject them with a note. Requests that the server refuses to update are named.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { Pto, SessionChoice } from '#contract/time-off.ts'
import { overdraftsOf, ptoStateOf, rejectNoteSchema } from '#domain/time-off.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { canHappen } from './pto-request.machine.ts'

/** Messages about requests that weren't updated; empty if all were. */
export interface AnswerOutcome {
  refusals: readonly string[]
}

export interface Rejection {
  requests: readonly Pto[]
  note: string
}

export interface Acceptance {
  requests: readonly Pto[]
  /** What becomes of sessions during the time off; the others stay. */
  sessions: readonly SessionChoice[]
}

interface PtoReviewContext {
  /** The page's requests that await an answer. */
  requests: readonly Pto[]
  /** Ids of the selected requests. */
  selected: readonly number[]
  /** The requests being decided, as they were on screen when the user started, even if the page changes. */
  chosen: readonly Pto[]
  note: string
  sessions: readonly SessionChoice[]
  refusals: readonly string[]
  failure: string | undefined
}

export type PtoReviewEvent =
  /** The list's current requests. Selected requests that are gone or changed are deselected. */
  | { type: 'requests.show'; requests: readonly Pto[] }
  | { type: 'request.toggle'; id: number }
  /** Selects the requests of a span that can be answered, or deselects them if all were selected. */
  | { type: 'span.toggle'; spanId: number }
  /** Selects every such request on the page, or deselects them if all were selected. */
  | { type: 'page.toggle' }
  | { type: 'answer.accept' }
  | { type: 'answer.reject' }
  | { type: 'answer.confirm'; sessions: readonly SessionChoice[] }
  | { type: 'note.submit'; note: string }
  | { type: 'answer.cancel' }
  | { type: 'notice.dismiss' }

/** The list is out of date. */
export interface RequestsAnswered {
  type: 'requests.answered'
  answer: 'accepted' | 'rejected'
  /** How many were updated. */
  count: number
}

/** Whether an administrator can still decide it. */
export const canAnswer = ({ statusId }: Pto): boolean =>
  canHappen(ptoStateOf(statusId), { by: 'Administrators', isOwn: false, hasBegun: false }, { type: 'request.accept' })

const isUnchangedIn = (requests: readonly Pto[], before: readonly Pto[]) => (id: number) => {
  const now = requests.find((request) => request.id === id)
  return now !== undefined && now.entityCacheKey === before.find((request) => request.id === id)?.entityCacheKey
}

/** With all of the ids, or without any if all were there. */
const toggled = (selected: readonly number[], ids: readonly number[]): number[] => {
  const others = selected.filter((id) => !ids.includes(id))
  return ids.every((id) => selected.includes(id)) ? others : [...others, ...ids]
}

const idsOf = (requests: readonly Pto[]) => requests.map(({ id }) => id)

export const ptoReviewMachine = setup({
  types: {
    context: {} as PtoReviewContext,
    events: {} as PtoReviewEvent,
    emitted: {} as RequestsAnswered,
    tags: {} as Tag,
  },
  actors: {
    acceptRequests: notProvided<AnswerOutcome, Acceptance>('acceptRequests'),
    rejectRequests: notProvided<AnswerOutcome, Rejection>('rejectRequests'),
  },
  guards: {
    isAnswerable: ({ context, event }) =>
      event.type === 'request.toggle' && context.requests.some(({ id }) => id === event.id),
    hasAnswerableDay: ({ context }, { spanId }: { spanId: number }) =>
      context.requests.some((request) => request.spanId === spanId),
    hasAnswerable: ({ context }) => context.requests.length > 0,
    hasSelected: ({ context }) => context.selected.length > 0,
    takesBelowZero: ({ context }) => overdraftsOf(context.chosen).length > 0,
    hasNote: (_, { note }: { note: string }) => rejectNoteSchema.safeParse(note).success,
    hasRefusals: (_, { refusals }: AnswerOutcome) => refusals.length > 0,
    hasMessage,
  },
  actions: {
    showRequests: assign(({ context }, { requests }: { requests: readonly Pto[] }) => {
      const answerable = requests.filter(canAnswer)
      return { requests: answerable, selected: context.selected.filter(isUnchangedIn(answerable, context.requests)) }
    }),
    toggle: assign(({ context: { selected } }, { id }: { id: number }) => ({
      selected: toggled(selected, [id]),
    })),
    toggleSpan: assign(({ context: { requests, selected } }, { spanId }: { spanId: number }) => ({
      selected: toggled(selected, idsOf(requests.filter((request) => request.spanId === spanId))),
    })),
    togglePage: assign(({ context: { requests, selected } }) => ({
      selected: toggled(selected, idsOf(requests)),
    })),
    chooseSelected: assign(({ context: { requests, selected } }) => ({
      chosen: requests.filter(({ id }) => selected.includes(id)),
      note: '',
      sessions: [],
    })),
    keepNote: assign((_, { note }: { note: string }) => ({ note: rejectNoteSchema.parse(note) })),
    keepSessions: assign((_, { sessions }: { sessions: readonly SessionChoice[] }) => ({ sessions })),
    keepRefusals: assign((_, { refusals }: AnswerOutcome) => ({ refusals })),
    clearSelection: assign({ selected: [] }),
    keepFailure: assign({ failure: messageOf }),
    clearNotice: assign({ refusals: [], failure: undefined }),
    tellAnswered: emit(
      (
        { context }: { context: PtoReviewContext },
        { answer, refusals }: AnswerOutcome & Pick<RequestsAnswered, 'answer'>,
      ): RequestsAnswered => ({ type: 'requests.answered', answer, count: context.chosen.length - refusals.length }),
    ),
  },
}).createMachine({
  id: 'ptoReview',
  description: 'Accepts or rejects selected time-off requests.',
  context: { requests: [], selected: [], chosen: [], note: '', sessions: [], refusals: [], failure: undefined },
  initial: 'choosing',
  on: {
    'requests.show': {
      actions: { type: 'showRequests', params: ({ event: { requests } }) => ({ requests }) },
    },
  },
  states: {
    choosing: {
      description: 'The user selects requests that await an answer.',
      tags: 'editable',
      on: {
        'request.toggle': {
          guard: 'isAnswerable',
          actions: { type: 'toggle', params: ({ event: { id } }) => ({ id }) },
        },
        'span.toggle': {
          guard: { type: 'hasAnswerableDay', params: ({ event: { spanId } }) => ({ spanId }) },
          actions: { type: 'toggleSpan', params: ({ event: { spanId } }) => ({ spanId }) },
        },
        'page.toggle': { guard: 'hasAnswerable', actions: 'togglePage' },
        'answer.accept': [
          { guard: 'hasSelected', target: 'accepting', actions: 'chooseSelected' },
          { target: 'warned' },
        ],
        'answer.reject': [
          { guard: 'hasSelected', target: 'rejecting', actions: 'chooseSelected' },
          { target: 'warned' },
        ],
      },
    },
    warned: {
      description: 'No request is selected; a message says so.',
      on: { 'notice.dismiss': 'choosing' },
    },
    accepting: {
      description: 'The requests to accept are shown.',
      initial: 'confirming',
      states: {
        confirming: {
          description:
            'The user is asked to confirm, and what becomes of the sessions during the time off. Cancel keeps the selection.',
          on: {
            'answer.confirm': [
              {
                guard: 'takesBelowZero',
                target: 'confirmingOverdraft',
                actions: { type: 'keepSessions', params: ({ event: { sessions } }) => ({ sessions }) },
              },
              {
                target: 'saving',
                actions: { type: 'keepSessions', params: ({ event: { sessions } }) => ({ sessions }) },
              },
            ],
            'answer.cancel': '#ptoReview.choosing',
          },
        },
        confirmingOverdraft: {
          description: 'The user is asked once more, with the balances that would go below zero.',
          on: { 'answer.confirm': 'saving', 'answer.cancel': '#ptoReview.choosing' },
        },
        saving: {
          description: 'The requests are being accepted.',
          tags: 'busy',
          invoke: {
            id: 'acceptRequests',
            src: 'acceptRequests',
            input: ({ context: { chosen, sessions } }) => ({ requests: chosen, sessions }),
            onDone: {
              target: '#ptoReview.answered',
              actions: [
                { type: 'keepRefusals', params: ({ event }) => event.output },
                { type: 'tellAnswered', params: ({ event }) => ({ answer: 'accepted', ...event.output }) },
              ],
            },
            onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'confirming' }],
          },
        },
        failed: {
          description: "Nothing was accepted. The server's message shows over the confirmation until OK.",
          tags: 'failed',
          on: { 'notice.dismiss': { target: 'confirming', actions: 'clearNotice' } },
        },
      },
    },
    rejecting: {
      description: 'The note dialog is open until the requests are rejected or the user cancels.',
      initial: 'noting',
      states: {
        noting: {
          description: 'The user writes the reason for the rejection.',
          on: {
            'note.submit': {
              guard: { type: 'hasNote', params: ({ event: { note } }) => ({ note }) },
              target: 'saving',
              actions: { type: 'keepNote', params: ({ event: { note } }) => ({ note }) },
            },
            'answer.cancel': '#ptoReview.choosing',
          },
        },
        saving: {
          description: 'The requests are being rejected.',
          tags: 'busy',
          invoke: {
            id: 'rejectRequests',
            src: 'rejectRequests',
            input: ({ context: { chosen, note } }) => ({ requests: chosen, note }),
            onDone: {
              target: '#ptoReview.answered',
              actions: [
                { type: 'keepRefusals', params: ({ event }) => event.output },
                { type: 'tellAnswered', params: ({ event }) => ({ answer: 'rejected', ...event.output }) },
              ],
            },
            onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepFailure' }, { target: 'noting' }],
          },
        },
        failed: {
          description: "Nothing was rejected. The server's message shows over the note until OK; the note stays.",
          tags: 'failed',
          on: { 'notice.dismiss': { target: 'noting', actions: 'clearNotice' } },
        },
      },
    },
    answered: {
      description: 'The server responded; the selection is cleared.',
      entry: 'clearSelection',
      always: [
        { guard: { type: 'hasRefusals', params: ({ context }) => context }, target: 'refused' },
        { target: 'choosing' },
      ],
    },
    refused: {
      description: "Some requests weren't updated; a message lists them. The rest are done.",
      tags: 'failed',
      on: { 'notice.dismiss': { target: 'choosing', actions: 'clearNotice' } },
    },
  },
})

export type PtoReviewSnapshot = SnapshotFrom<typeof ptoReviewMachine>
