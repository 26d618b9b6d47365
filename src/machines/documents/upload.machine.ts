/**
 * A file that is chosen and sent: one machine for every dialog that uploads one, given the rule of the contract and, by
 * type, what the server answers. What is wrong with a file is said in lines; the dialog stays for another try.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureLines, failureMessage } from '#contract/failures.ts'
import { type UploadRule, uploadProblem } from '#contract/upload.ts'
import { hasMessage } from '../common/failure-guards.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

/** What of the browser's file the machine looks at. */
export interface ChosenFile {
  readonly name: string
  readonly size: number
}

export type UploadEvent<Chosen> =
  | { type: 'upload.open' }
  | { type: 'file.choose'; file: Chosen }
  | { type: 'file.remove' }
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

export interface SendFileInput<Chosen> {
  readonly file: Chosen
  readonly onProgress: (part: number) => void
}

interface UploadContext<Chosen> {
  readonly rule: UploadRule
  readonly file: Chosen | undefined
  /** Why the file that was chosen last is not taken, or that none was chosen. */
  readonly problem: string | undefined
  readonly part: number
  /** Why the server did not take it. */
  readonly refusal: { readonly message: string; readonly lines: readonly string[] } | undefined
}

/** @returns the machine of an upload; provide it with `sendFile` */
export const upload = <Chosen extends ChosenFile, Outcome>() =>
  setup({
    types: {
      context: {} as UploadContext<Chosen>,
      events: {} as UploadEvent<Chosen>,
      emitted: {} as UploadDone<Outcome>,
      input: {} as { rule: UploadRule },
      tags: {} as Tag,
    },
    actors: { sendFile: notProvided<{ outcome: Outcome }, SendFileInput<Chosen>>('sendFile') },
    guards: {
      hasFile: ({ context }) => context.file !== undefined,
      isTaken: ({ context, event }) =>
        event.type === 'file.choose' && uploadProblem(context.rule, event.file) === undefined,
      hasMessage,
    },
    actions: {
      clear: assign({ file: undefined, problem: undefined, part: 0, refusal: undefined }),
      takeFile: assign(({ event }) => (event.type === 'file.choose' ? { file: event.file, problem: undefined } : {})),
      refuseFile: assign(({ context, event }) => ({
        file: undefined,
        problem: event.type === 'file.choose' ? uploadProblem(context.rule, event.file) : undefined,
      })),
      askForFile: assign(({ context }) => ({ problem: context.rule.required })),
      startAtNothing: assign({ part: 0 }),
      noteProgress: assign(({ context, event }) => ({
        part: event.type === 'upload.progress' ? event.part : context.part,
      })),
      keepRefusal: assign((_, { error }: { error: unknown }) => ({
        refusal: { message: failureMessage(error) ?? '', lines: failureLines(error) },
      })),
      announceDone: emit((_, { outcome }: { outcome: Outcome }) => ({ type: 'upload.done' as const, outcome })),
    },
  }).createMachine({
    id: 'upload',
    description: 'A file that is chosen and sent.',
    context: ({ input: { rule } }) => ({ rule, file: undefined, problem: undefined, part: 0, refusal: undefined }),
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
          'file.choose': [{ guard: 'isTaken', actions: 'takeFile' }, { actions: 'refuseFile' }],
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
