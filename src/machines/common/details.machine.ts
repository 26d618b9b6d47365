/**
 * One thing that is asked for and shown: the details of a row in a dialog, a chart beside a list. One machine for all of
 * them, given what is asked and what is answered by type. Asking anew gives the older question up.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

export type DetailsEvent<Subject> =
  | { type: 'details.open'; subject: Subject }
  | { type: 'details.close' }
  | { type: 'details.retry' }

interface DetailsContext<Subject, Data> {
  /** What was asked for last; undefined while nothing was. */
  subject: Subject | undefined
  /** Undefined until it is answered. */
  data: Data | undefined
  /** The server's words for why there is none. */
  message: string | undefined
}

/** @returns the machine that shows `Data` of a `Subject`; provide it with `loadDetails` */
export const details = <Subject, Data>() =>
  setup({
    types: {
      context: {} as DetailsContext<Subject, Data>,
      events: {} as DetailsEvent<Subject>,
      tags: {} as Tag,
    },
    actors: { loadDetails: notProvided<{ data: Data }, { subject: Subject }>('loadDetails') },
    actions: {
      takeSubject: assign(({ context, event }) => ({
        subject: event.type === 'details.open' ? event.subject : context.subject,
        data: undefined,
        message: undefined,
      })),
      keepData: assign((_, { data }: { data: Data }) => ({ data })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    },
  }).createMachine({
    id: 'details',
    description: 'One thing that is asked for and shown.',
    context: { subject: undefined, data: undefined, message: undefined },
    initial: 'closed',
    on: { 'details.open': { target: '.loading', actions: 'takeSubject' } },
    states: {
      closed: { description: 'Nothing is asked for.' },
      loading: {
        description: 'It is on its way; its outline is shown.',
        tags: 'busy',
        invoke: {
          id: 'loadDetails',
          src: 'loadDetails',
          input: ({ context: { subject } }) => {
            if (subject === undefined) throw new Error('Nothing was asked for')
            return { subject }
          },
          onDone: { target: 'shown', actions: { type: 'keepData', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: { 'details.close': 'closed' },
      },
      shown: {
        description: 'It can be read.',
        on: { 'details.close': 'closed' },
      },
      failed: {
        description: "It could not be read: the server's message, or that no answer came, with another try.",
        tags: 'failed',
        on: { 'details.retry': { target: 'loading', actions: 'takeSubject' }, 'details.close': 'closed' },
      },
    },
  })

export type DetailsMachine<Subject, Data> = ReturnType<typeof details<Subject, Data>>
export type DetailsSnapshot<Subject, Data> = SnapshotFrom<DetailsMachine<Subject, Data>>
