/** A file that the server creates on request and the browser saves. One machine for all downloads. */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Tag } from '../tags.ts'
import { hasMessage } from './failure-guards.ts'
import { notProvided } from './not-provided.ts'

export type DownloadEvent<Subject> = { type: 'download.start'; subject: Subject } | { type: 'failure.dismiss' }

interface DownloadContext<Subject> {
  /** What the file is made from: a week with its filters, a report's row. Undefined until the first download. */
  subject: Subject | undefined
  /** The server's error message. */
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
      takeSubject: assign(({ event }) => {
        assertEvent(event, 'download.start')
        return { subject: event.subject, message: undefined }
      }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    },
  }).createMachine({
    id: 'download',
    description: 'A file that the server creates on request.',
    context: { subject: undefined, message: undefined },
    initial: 'idle',
    states: {
      idle: {
        description: 'No download is running.',
        on: { 'download.start': { target: 'running', actions: 'takeSubject' } },
      },
      running: {
        description: 'The file is downloading; no other download can start.',
        tags: 'busy',
        invoke: {
          id: 'saveFile',
          src: 'saveFile',
          input: ({ context: { subject } }) => {
            if (subject === undefined) throw new Error('No file to download')
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
        description: "The download failed; the server's message shows until OK.",
        tags: 'failed',
        on: { 'failure.dismiss': 'idle' },
      },
    },
  })

export type DownloadMachine<Subject> = ReturnType<typeof download<Subject>>
export type DownloadSnapshot<Subject> = SnapshotFrom<DownloadMachine<Subject>>
