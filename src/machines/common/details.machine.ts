/**
 * Loads one thing and shows it: a row's details in a dialog, a chart next to a list. Typed by subject and data. Opening
 * another subject cancels the pending load.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

export type DetailsEvent<Subject> =
  | { type: 'details.open'; subject: Subject }
  | { type: 'details.close' }
  | { type: 'details.retry' }
  /** Loads the subject again; what was loaded stays until then. */
  | { type: 'details.refresh' }
  /** Others changed the subject: the same, unnoticed; if it fails, what was loaded stays. */
  | { type: 'details.follow' }

/** What to load; `isUnattended` if nobody asked for it. */
export interface LoadDetailsInput<Subject> {
  subject: Subject
  isUnattended?: boolean
}

interface DetailsContext<Subject, Data> {
  /** The last subject opened; undefined before the first. */
  subject: Subject | undefined
  /** Undefined until loaded. */
  data: Data | undefined
  /** The server's error message. */
  message: string | undefined
  /** Others changed the subject while it was being read: what was read may be out of date. */
  isStale: boolean
}

const known = <Subject>(subject: Subject | undefined): Subject => {
  if (subject === undefined) throw new Error('No subject to load')
  return subject
}

/** @returns the machine that shows `Data` of a `Subject`; provide it with `loadDetails` */
export const details = <Subject, Data>() =>
  setup({
    types: {
      context: {} as DetailsContext<Subject, Data>,
      events: {} as DetailsEvent<Subject>,
      tags: {} as Tag,
    },
    actors: { loadDetails: notProvided<{ data: Data }, LoadDetailsInput<Subject>>('loadDetails') },
    guards: { isStale: ({ context }) => context.isStale },
    actions: {
      takeSubject: assign(({ context, event }) => ({
        subject: event.type === 'details.open' ? event.subject : context.subject,
        data: undefined,
        message: undefined,
      })),
      keepData: assign((_, { data }: { data: Data }) => ({ data })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
      noteStale: assign({ isStale: true }),
      startReading: assign({ isStale: false }),
    },
  }).createMachine({
    id: 'details',
    description: 'One thing that is loaded and shown.',
    context: { subject: undefined, data: undefined, message: undefined, isStale: false },
    initial: 'closed',
    on: { 'details.open': { target: '.loading', actions: 'takeSubject' } },
    states: {
      closed: { description: 'The details are closed.' },
      loading: {
        description: 'The details are loading; a skeleton shows, or the previous details during a refresh.',
        tags: 'busy',
        entry: 'startReading',
        invoke: {
          id: 'loadDetails',
          src: 'loadDetails',
          input: ({ context }) => ({ subject: known(context.subject) }),
          onDone: { target: 'loaded', actions: { type: 'keepData', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: {
          'details.refresh': { target: 'loading', reenter: true },
          'details.follow': { actions: 'noteStale' },
          'details.close': 'closed',
        },
      },
      loaded: {
        description: 'The details have loaded.',
        always: [{ guard: 'isStale', target: 'rereading' }, { target: 'shown' }],
      },
      shown: {
        description: 'The details are shown.',
        on: { 'details.refresh': 'loading', 'details.follow': 'rereading', 'details.close': 'closed' },
      },
      rereading: {
        description: 'Others changed the subject. It is being read again, unnoticed; if that fails, the details stay.',
        entry: 'startReading',
        invoke: {
          id: 'loadDetails',
          src: 'loadDetails',
          input: ({ context }) => ({ subject: known(context.subject), isUnattended: true }),
          onDone: { target: 'loaded', actions: { type: 'keepData', params: ({ event }) => event.output } },
          onError: 'loaded',
        },
        on: {
          'details.refresh': 'loading',
          'details.follow': { actions: 'noteStale' },
          'details.close': 'closed',
        },
      },
      failed: {
        description: 'Loading failed. The error shows with a way to try again.',
        tags: 'failed',
        on: {
          'details.retry': { target: 'loading', actions: 'takeSubject' },
          'details.refresh': { target: 'loading', actions: 'takeSubject' },
          'details.close': 'closed',
        },
      },
    },
  })

export type DetailsMachine<Subject, Data> = ReturnType<typeof details<Subject, Data>>
export type DetailsSnapshot<Subject, Data> = SnapshotFrom<DetailsMachine<Subject, Data>>
