/** A file that the server makes when it is asked for, and the browser saves. One machine for all of them. */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Tag } from '../tags.ts'
import { hasMessage } from './failure-guards.ts'
import { notProvided } from './not-provided.ts'

export type DownloadEvent<Subject> = { type: 'download.start'; subject: Subject } | { type: 'failure.dismiss' }

interface DownloadContext<Subject> {
  /** What the file is made of: a week with its filters, a report's row. Undefined until one is asked for. */
  subject: Subject | undefined
  /** The server's words for why there is none. */
  message: string | undefined
}

/** @returns the machine that downloads the file of a `Subject`; provide it with `saveFile` */
export const download = <Subject>() =>
  setup({
    types: {
      context: {} as DownloadContext<Subject>,
      events: {} as DownloadEvent<Subject>,
      tags: {} as Tag,
    },
    actors: { saveFile: notProvided<void, { subject: Subject }>('saveFile') },
    guards: { hasMessage },
    actions: {
      takeSubject: assign(({ context, event }) => ({
        subject: event.type === 'download.start' ? event.subject : context.subject,
        message: undefined,
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    },
  }).createMachine({
    id: 'download',
    description: 'A file that is made when it is asked for.',
    context: { subject: undefined, message: undefined },
    initial: 'idle',
    states: {
      idle: {
        description: 'None is on its way.',
        on: { 'download.start': { target: 'running', actions: 'takeSubject' } },
      },
      running: {
        description: 'The file is made and comes in; no other can be asked for.',
        tags: 'busy',
        invoke: {
          id: 'saveFile',
          src: 'saveFile',
          input: ({ context: { subject } }) => {
            if (subject === undefined) throw new Error('Nothing was asked for')
            return { subject }
          },
          onDone: 'idle',
          onError: [
            {
              guard: 'hasMessage',
              target: 'failed',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
            { target: 'idle' },
          ],
        },
      },
      failed: {
        description: "There is no file: the server's message waits for OK.",
        tags: 'failed',
        on: { 'failure.dismiss': 'idle' },
      },
    },
  })

export type DownloadMachine<Subject> = ReturnType<typeof download<Subject>>
export type DownloadSnapshot<Subject> = SnapshotFrom<DownloadMachine<Subject>>
