/**
 * Chooses a file and uploads it: one machine for every upload dialog, given the contract's upload rule and typed by the
 * server's reply and by what else the form has. The problems of a file are listed; the dialog stays open for another try.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { UploadRule } from '#contract/upload.ts'
import {
  type ChosenFile,
  chosenFile,
  type FileContext,
  type FileEvent,
  NO_FILE,
  refusalOf,
  type SendFileInput,
} from '#machines/common/chosen-file.ts'
import { hasMessage } from '../common/failure-guards.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

/** A file that can be told from its earlier state. */
export interface DatedFile extends ChosenFile {
  /** In ms since 1970. */
  readonly lastModified: number
}

export type UploadEvent<Chosen, Fields> =
  | { type: 'upload.open' }
  | FileEvent<Chosen>
  | { type: 'upload.start'; fields: Fields }
  /** The form's other fields can't be sent yet; a missing file is named with them. */
  | { type: 'file.ask' }
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

interface UploadContext<Chosen, Fields> extends FileContext<Chosen> {
  /** What the form has besides the file; undefined until it is sent. */
  readonly fields: Fields | undefined
}

export interface SendUploadInput<Chosen, Fields> extends SendFileInput<Chosen> {
  readonly fields: Fields
}

/** @returns the machine of an upload; provide it with `sendFile` */
export const upload = <Chosen extends DatedFile, Outcome, Fields = null>() =>
  setup({
    types: {
      context: {} as UploadContext<Chosen, Fields>,
      events: {} as UploadEvent<Chosen, Fields>,
      emitted: {} as UploadDone<Outcome>,
      input: {} as { rule: UploadRule },
      tags: {} as Tag,
    },
    actors: { sendFile: notProvided<{ outcome: Outcome }, SendUploadInput<Chosen, Fields>>('sendFile') },
    guards: {
      hasFile: ({ context }) => context.file !== undefined,
      hasNoFile: ({ context }) => context.file === undefined,
      /** Not the one that is chosen already, by its name and the time of its last change (spec 3, section 4). */
      isNewFile: ({ context: { file }, event }) => {
        assertEvent(event, 'file.choose')
        return file?.name !== event.file.name || file.lastModified !== event.file.lastModified
      },
      hasMessage,
    },
    actions: {
      clear: assign(NO_FILE),
      takeFile: assign(({ context, event }) => {
        assertEvent(event, 'file.choose')
        return chosenFile(context.rule, event)
      }),
      // What is wrong with the file that was chosen says more.
      askForFile: assign(({ context }) => ({ problem: context.problem ?? context.rule.required })),
      takeFields: assign(({ event }) => {
        assertEvent(event, 'upload.start')
        return { fields: event.fields }
      }),
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
    context: ({ input: { rule } }) => ({ rule, fields: undefined, ...NO_FILE }),
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
          'file.choose': { guard: 'isNewFile', actions: 'takeFile' },
          'file.remove': { guard: 'hasFile', actions: 'clear' },
          'upload.start': [{ guard: 'hasFile', target: 'sending', actions: 'takeFields' }, { actions: 'askForFile' }],
          'file.ask': { guard: 'hasNoFile', actions: 'askForFile' },
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
          input: ({ context: { file, fields }, self }) => {
            if (file === undefined || fields === undefined) throw new Error('Nothing to send')
            return { file, fields, onProgress: (part) => self.send({ type: 'upload.progress', part }) }
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

export type UploadMachine<Chosen extends DatedFile, Outcome, Fields = null> = ReturnType<
  typeof upload<Chosen, Outcome, Fields>
>
export type UploadSnapshot<Chosen extends DatedFile, Outcome, Fields = null> = SnapshotFrom<
  UploadMachine<Chosen, Outcome, Fields>
>
