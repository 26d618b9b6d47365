/**
 * Administrators answer requests for time off (spec 2, sections 2.8 and 4). Requests of the page shown are chosen and
 * accepted, or rejected with a note, together. Those that the server leaves alone are named, the others go through.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Pto } from '#contract/time-off.ts'
import { ptoStateOf, rejectNoteSchema } from '#domain/time-off.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { canHappen } from './pto-request.machine.ts'

/** Messages of the requests that were left alone; none when all were answered. */
export interface AnswerOutcome {
  refusals: readonly string[]
}

export interface Rejection {
  requests: readonly Pto[]
  note: string
}

interface PtoReviewContext {
  /** Of the page shown, those that can be answered. */
  requests: readonly Pto[]
  /** Ids of those that are ticked. */
  selected: readonly number[]
  /** What is being answered: as it was on the screen when the answer was begun, whatever the page shows since. */
  chosen: readonly Pto[]
  note: string
  refusals: readonly string[]
  failure: string | undefined
}

export type PtoReviewEvent =
  /** The list shows these now. Ticks on requests that are gone, or not as they were, go. */
  | { type: 'requests.show'; requests: readonly Pto[] }
  | { type: 'request.toggle'; id: number }
  /** All that can be answered on the page; none where all of them were ticked. */
  | { type: 'page.toggle' }
  | { type: 'answer.accept' }
  | { type: 'answer.reject' }
  | { type: 'answer.confirm' }
  | { type: 'note.submit'; note: string }
  | { type: 'answer.cancel' }
  | { type: 'notice.dismiss' }

/** The list is out of date. */
export interface RequestsAnswered {
  type: 'requests.answered'
  answer: 'accepted' | 'rejected'
  /** How many went through. */
  count: number
}

/** Whether an administrator can still answer it. */
export const canAnswer = ({ statusId }: Pto): boolean =>
  canHappen(ptoStateOf(statusId), { by: 'Administrators', isOwn: false }, { type: 'request.accept' })

const isUnchangedIn = (requests: readonly Pto[], before: readonly Pto[]) => (id: number) => {
  const now = requests.find((request) => request.id === id)
  return now !== undefined && now.entityCacheKey === before.find((request) => request.id === id)?.entityCacheKey
}

const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id)

export const ptoReviewMachine = setup({
  types: {
    context: {} as PtoReviewContext,
    events: {} as PtoReviewEvent,
    emitted: {} as RequestsAnswered,
    tags: {} as Tag,
  },
  actors: {
    acceptRequests: notProvided<AnswerOutcome, readonly Pto[]>('acceptRequests'),
    rejectRequests: notProvided<AnswerOutcome, Rejection>('rejectRequests'),
  },
  guards: {
    isAnswerable: ({ context, event }) =>
      event.type === 'request.toggle' && context.requests.some(({ id }) => id === event.id),
    hasAnswerable: ({ context }) => context.requests.length > 0,
    hasSelected: ({ context }) => context.selected.length > 0,
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
      selected: selected.includes(id) ? without(selected, id) : [...selected, id],
    })),
    togglePage: assign(({ context: { requests, selected } }) => ({
      selected: selected.length === requests.length ? [] : requests.map(({ id }) => id),
    })),
    chooseSelected: assign(({ context: { requests, selected } }) => ({
      chosen: requests.filter(({ id }) => selected.includes(id)),
      note: '',
    })),
    keepNote: assign((_, { note }: { note: string }) => ({ note: rejectNoteSchema.parse(note) })),
    keepRefusals: assign((_, { refusals }: AnswerOutcome) => ({ refusals })),
    clearSelection: assign({ selected: [] }),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
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
  description: 'Requests for time off are chosen, and answered together.',
  context: { requests: [], selected: [], chosen: [], note: '', refusals: [], failure: undefined },
  initial: 'choosing',
  on: {
    'requests.show': {
      actions: { type: 'showRequests', params: ({ event: { requests } }) => ({ requests }) },
    },
  },
  states: {
    choosing: {
      description: 'Requests that wait can be ticked and unticked.',
      tags: 'editable',
      on: {
        'request.toggle': {
          guard: 'isAnswerable',
          actions: { type: 'toggle', params: ({ event: { id } }) => ({ id }) },
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
      description: 'Nothing was ticked, and the user is told so.',
      on: { 'notice.dismiss': 'choosing' },
    },
    accepting: {
      description: 'What is to be accepted is on the screen.',
      initial: 'confirming',
      states: {
        confirming: {
          description: 'The user is asked whether they are sure; the ticks stay when they are not.',
          on: { 'answer.confirm': 'saving', 'answer.cancel': '#ptoReview.choosing' },
        },
        saving: {
          description: 'The acceptance is on its way to the server.',
          tags: 'busy',
          invoke: {
            id: 'acceptRequests',
            src: 'acceptRequests',
            input: ({ context }) => context.chosen,
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
          description: 'Nothing was accepted; the message waits for OK above the question.',
          tags: 'failed',
          on: { 'notice.dismiss': { target: 'confirming', actions: 'clearNotice' } },
        },
      },
    },
    rejecting: {
      description: 'The note is on the screen until the requests are rejected, or the user gives it up.',
      initial: 'noting',
      states: {
        noting: {
          description: 'The note is written: why the requests are rejected.',
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
          description: 'The rejection is on its way to the server.',
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
          description: 'Nothing was rejected; the message waits for OK above the note, which stays.',
          tags: 'failed',
          on: { 'notice.dismiss': { target: 'noting', actions: 'clearNotice' } },
        },
      },
    },
    answered: {
      description: 'The server answered: the ticks go.',
      entry: 'clearSelection',
      always: [
        { guard: { type: 'hasRefusals', params: ({ context }) => context }, target: 'refused' },
        { target: 'choosing' },
      ],
    },
    refused: {
      description: 'Some requests were left alone: a message each. The others are answered.',
      tags: 'failed',
      on: { 'notice.dismiss': { target: 'choosing', actions: 'clearNotice' } },
    },
  },
})

export type PtoReviewSnapshot = SnapshotFrom<typeof ptoReviewMachine>
