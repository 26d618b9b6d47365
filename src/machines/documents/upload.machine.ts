/**
 * Chooses a file and uploads it: one machine for every upload dialog, given the contract's upload rule and typed by the
 * server's reply. The problems of a file are listed; the dialog stays open for another try.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { UploadRule } from '#contract/upload.ts'
import { hasMessage } from '../common/failure-guards.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'
import {
  type ChosenFile,
  chosenFile,
  type FileContext,
  type FileEvent,
  NO_FILE,
  refusalOf,
  type SendFileInput,
} from './chosen-file.ts'

export type UploadEvent<Chosen> =
  | { type: 'upload.open' }
  | FileEvent<Chosen>
  | { type: 'upload.start' }
  /** Sent by the actor, from 0 to 1. */
  | { type: 'upload.progress'; part: number }
  /** Closes the dialog; cancels a running upload. */
  | { type: 'upload.close' }
  | { type: 'failure.dismiss' }

/** Emitted after the server accepted the file. */
export interface UploadDone<Outcome> {
  readonly type: 'upload.done'
  readonly outcome: Outcome
}

/** @returns the machine of an upload; provide it with `sendFile` */
export const upload = <Chosen extends ChosenFile, Outcome>() =>
  setup({
    types: {
      context: {} as FileContext<Chosen>,
      events: {} as UploadEvent<Chosen>,
      emitted: {} as UploadDone<Outcome>,
      input: {} as { rule: UploadRule },
      tags: {} as Tag,
    },
    actors: { sendFile: notProvided<{ outcome: Outcome }, SendFileInput<Chosen>>('sendFile') },
    guards: {
      hasFile: ({ context }) => context.file !== undefined,
      hasMessage,
    },
    actions: {
      clear: assign(NO_FILE),
      takeFile: assign(({ context, event }) => {
        assertEvent(event, 'file.choose')
        return chosenFile(context.rule, event.file)
      }),
      askForFile: assign(({ context }) => ({ problem: context.rule.required })),
      startAtNothing: assign({ part: 0 }),
      noteProgress: assign(({ event }) => {
        assertEvent(event, 'upload.progress')
        return { part: event.part }
      }),
      keepRefusal: assign((_, { error }: { error: unknown }) => refusalOf(error)),
      announceDone: emit((_, { outcome }: { outcome: Outcome }) => ({ type: 'upload.done' as const, outcome })),
    },
  }).createMachine({
    id: 'upload',
    description: 'Uploads a file that the user chooses.',
    context: ({ input: { rule } }) => ({ rule, ...NO_FILE }),
    initial: 'closed',
    states: {
      closed: {
        description: 'The dialog is closed.',
        on: { 'upload.open': { target: 'choosing', actions: 'clear' } },
      },
      choosing: {
        description: 'The user chooses a file. Its type and size are checked immediately.',
        tags: 'editable',
        on: {
          'file.choose': { actions: 'takeFile' },
          'file.remove': { guard: 'hasFile', actions: 'clear' },
          'upload.start': [{ guard: 'hasFile', target: 'sending' }, { actions: 'askForFile' }],
          'upload.close': 'closed',
        },
      },
      sending: {
        description: 'The file is uploading, then the server processes it.',
        tags: 'busy',
        entry: 'startAtNothing',
        invoke: {
          id: 'sendFile',
          src: 'sendFile',
          input: ({ context: { file }, self }) => {
            if (file === undefined) throw new Error('No file chosen')
            return { file, onProgress: (part) => self.send({ type: 'upload.progress', part }) }
          },
          onDone: { target: 'closed', actions: { type: 'announceDone', params: ({ event }) => event.output } },
          onError: [
            {
              guard: 'hasMessage',
              target: 'refused',
              actions: { type: 'keepRefusal', params: ({ event }) => event },
            },
            { target: 'choosing' },
          ],
        },
        on: { 'upload.progress': { actions: 'noteProgress' }, 'upload.close': 'closed' },
      },
      refused: {
        description: 'The server refused the file; its messages show until OK.',
        tags: 'failed',
        // Browsers refuse to reread a file that changed on disk, so the user has to choose it again.
        on: { 'failure.dismiss': { target: 'choosing', actions: 'clear' } },
      },
    },
  })

export type UploadMachine<Chosen extends ChosenFile, Outcome> = ReturnType<typeof upload<Chosen, Outcome>>
export type UploadSnapshot<Chosen extends ChosenFile, Outcome> = SnapshotFrom<UploadMachine<Chosen, Outcome>>
