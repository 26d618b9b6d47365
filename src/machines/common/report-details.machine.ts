/**
 * The details of a report, as a PDF in a full-screen frame (spec 3, section 4). The server makes short ones at once, and
 * long ones as a job: this follows how far it is and can cancel it. Closing leaves the job to finish for later.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import type { DownloadedFile } from '#contract/api-client.ts'
import { failureMessage } from '#contract/failures.ts'
import type { ReportDetailsFile } from '#contract/reports/details-view.ts'
import { reportMessages } from '#domain/reports.ts'
import type { Tag } from '../tags.ts'
import { hasMessage } from './failure-guards.ts'
import { notProvided } from './not-provided.ts'

interface ReportDetailsContext<Subject> {
  /** What was asked; undefined before the first. */
  subject: Subject | undefined
  /** Undefined until the server has answered. */
  details: ReportDetailsFile | undefined
  /** The PDF; undefined until it has loaded. */
  file: DownloadedFile | undefined
  /** Why there is nothing to show. */
  message: string | undefined
}

export type ReportDetailsEvent<Subject> =
  | { type: 'details.open'; subject: Subject }
  | { type: 'details.cancel' }
  | { type: 'details.close' }
  | { type: 'details.retry' }

const told = <Subject>({ details }: ReportDetailsContext<Subject>): ReportDetailsFile => {
  if (details === undefined) throw new RangeError('The server has not answered yet')
  return details
}

interface Told {
  details: ReportDetailsFile
}

/** @returns the machine that shows the details of a report for a `Subject` */
export const reportDetails = <Subject>() =>
  setup({
    types: {
      context: {} as ReportDetailsContext<Subject>,
      events: {} as ReportDetailsEvent<Subject>,
      tags: {} as Tag,
    },
    delays: { poll: 700 },
    actors: {
      makeDetails: notProvided<ReportDetailsFile, { subject: Subject }>('makeDetails'),
      readDetails: notProvided<ReportDetailsFile, { id: string }>('readDetails'),
      cancelDetails: notProvided<ReportDetailsFile, { id: string }>('cancelDetails'),
      readFile: notProvided<DownloadedFile, Told>('readFile'),
    },
    guards: {
      hasMessage,
      isDone: (_, { details }: Told) => details.state === 'done',
      isUnderWay: (_, { details }: Told) => details.state === 'waiting' || details.state === 'running',
    },
    actions: {
      takeSubject: assign(({ context, event }) => ({
        subject: event.type === 'details.open' ? event.subject : context.subject,
        details: undefined,
        file: undefined,
        message: undefined,
      })),
      keepDetails: assign((_, { details }: Told) => ({ details })),
      /** Only canceled ones have none. */
      keepReason: assign((_, { details }: Told) => ({
        message: details.reason ?? reportMessages.canceled,
      })),
      keepFile: assign((_, { file }: { file: DownloadedFile }) => ({ file })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    },
  }).createMachine({
    id: 'reportDetails',
    description: 'The details of a report, made by the server and shown as a PDF.',
    context: { subject: undefined, details: undefined, file: undefined, message: undefined },
    initial: 'closed',
    states: {
      closed: {
        description: 'No details are shown.',
        on: { 'details.open': { target: 'making', actions: 'takeSubject' } },
      },
      making: {
        description: 'The server makes the details, or has a job make them.',
        tags: 'busy',
        on: { 'details.close': 'closed' },
        invoke: {
          id: 'makeDetails',
          src: 'makeDetails',
          input: ({ context: { subject } }) => {
            if (subject === undefined) throw new RangeError('Nothing was asked')
            return { subject }
          },
          onDone: {
            target: 'told',
            actions: { type: 'keepDetails', params: ({ event }) => ({ details: event.output }) },
          },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      told: {
        description: 'The server has said how far the details are.',
        always: [
          { guard: { type: 'isDone', params: ({ context }) => ({ details: told(context) }) }, target: 'loading' },
          { guard: { type: 'isUnderWay', params: ({ context }) => ({ details: told(context) }) }, target: 'waiting' },
          {
            target: 'failed',
            actions: { type: 'keepReason', params: ({ context }) => ({ details: told(context) }) },
          },
        ],
      },
      waiting: {
        description: 'A job makes the details.',
        tags: 'busy',
        after: { poll: 'polling' },
        on: { 'details.cancel': 'canceling', 'details.close': 'closed' },
      },
      polling: {
        description: 'The page asks how far the job is.',
        tags: 'busy',
        on: { 'details.cancel': 'canceling', 'details.close': 'closed' },
        invoke: {
          id: 'readDetails',
          src: 'readDetails',
          input: ({ context }) => ({ id: told(context).id }),
          onDone: {
            target: 'told',
            actions: { type: 'keepDetails', params: ({ event }) => ({ details: event.output }) },
          },
          onError: [
            {
              guard: 'hasMessage',
              target: 'failed',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
            { target: 'waiting' },
          ],
        },
      },
      canceling: {
        description: 'The server stops the job.',
        tags: 'busy',
        invoke: {
          id: 'cancelDetails',
          src: 'cancelDetails',
          input: ({ context }) => ({ id: told(context).id }),
          onDone: 'closed',
          // It may be over.
          onError: 'polling',
        },
      },
      loading: {
        description: 'The PDF is loading.',
        tags: 'busy',
        on: { 'details.close': 'closed' },
        invoke: {
          id: 'readFile',
          src: 'readFile',
          input: ({ context }) => ({ details: told(context) }),
          onDone: { target: 'shown', actions: { type: 'keepFile', params: ({ event }) => ({ file: event.output }) } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      shown: {
        description: 'The PDF is shown.',
        on: { 'details.close': 'closed' },
      },
      failed: {
        description: 'There is nothing to show. The message says why.',
        tags: 'failed',
        on: {
          'details.retry': { target: 'making', actions: 'takeSubject' },
          'details.close': 'closed',
        },
      },
    },
  })

export type ReportDetailsMachine<Subject> = ReturnType<typeof reportDetails<Subject>>
export type ReportDetailsSnapshot<Subject> = SnapshotFrom<ReportDetailsMachine<Subject>>
