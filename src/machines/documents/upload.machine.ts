/**
 * A file that is chosen and sent: one machine for every dialog that uploads one, given the rule of the contract and, by
 * type, what the server answers. What is wrong with a file is said in lines; the dialog stays for another try.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
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
  /** Told by the actor, from 0 to 1. */
  | { type: 'upload.progress'; part: number }
  /** Closes the dialog; one that is under way is given up. */
  | { type: 'upload.close' }
  | { type: 'failure.dismiss' }

/** Told once the file has been taken. */
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
      takeFile: assign(({ context, event }) =>
        event.type === 'file.choose' ? chosenFile(context.rule, event.file) : {},
      ),
      askForFile: assign(({ context }) => ({ problem: context.rule.required })),
      startAtNothing: assign({ part: 0 }),
      noteProgress: assign(({ context, event }) => ({
        part: event.type === 'upload.progress' ? event.part : context.part,
      })),
      keepRefusal: assign((_, { error }: { error: unknown }) => refusalOf(error)),
      announceDone: emit((_, { outcome }: { outcome: Outcome }) => ({ type: 'upload.done' as const, outcome })),
    },
  }).createMachine({
    id: 'upload',
    description: 'A file that is chosen and sent.',
    context: ({ input: { rule } }) => ({ rule, ...NO_FILE }),
    initial: 'closed',
    states: {
      closed: {
        description: 'No dialog.',
        on: { 'upload.open': { target: 'choosing', actions: 'clear' } },
      },
      choosing: {
        description: 'A file is chosen; what its name and size say against it is said at once.',
        tags: 'editable',
        on: {
          'file.choose': { actions: 'takeFile' },
          'file.remove': { guard: 'hasFile', actions: 'clear' },
          'upload.start': [{ guard: 'hasFile', target: 'sending' }, { actions: 'askForFile' }],
          'upload.close': 'closed',
        },
      },
      sending: {
        description: 'The file is on its way, and is then read by the server.',
        tags: 'busy',
        entry: 'startAtNothing',
        invoke: {
          id: 'sendFile',
          src: 'sendFile',
          input: ({ context: { file }, self }) => {
            if (file === undefined) throw new Error('No file was chosen')
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
        description: 'The server did not take it: its lines, or its message, in a dialog with OK.',
        tags: 'failed',
        // The browser does not read a file again that was changed since: it has to be chosen anew.
        on: { 'failure.dismiss': { target: 'choosing', actions: 'clear' } },
      },
    },
  })

export type UploadMachine<Chosen extends ChosenFile, Outcome> = ReturnType<typeof upload<Chosen, Outcome>>
export type UploadSnapshot<Chosen extends ChosenFile, Outcome> = SnapshotFrom<UploadMachine<Chosen, Outcome>>
