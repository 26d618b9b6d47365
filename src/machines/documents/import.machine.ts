/**
 * Adds records from a spreadsheet: one machine for every kind of record, given the file's upload rule. The user chooses a
 * file, the server checks it row by row without writing anything, and then imports what was checked: everything, or, once
 * confirmed, only the rows without problems.
 */
import { and, assertEvent, assign, emit, not, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, isStatus } from '#contract/failures.ts'
import { type ImportReport, type InvitationTime, importReportSchema } from '#contract/imports.ts'
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

export type ImportEvent<Chosen> =
  | { type: 'import.open' }
  | FileEvent<Chosen>
  | { type: 'check.start' }
  /** Sent by the actor, from 0 to 1. */
  | { type: 'upload.progress'; part: number }
  | { type: 'import.start' }
  | { type: 'import.confirm' }
  | { type: 'import.cancel' }
  | { type: 'invitations.send' }
  | { type: 'invitations.postpone' }
  /** Closes the dialog; cancels a running check. */
  | { type: 'import.close' }
  | { type: 'failure.dismiss' }

/** Emitted after records were added. */
export interface ImportDone {
  readonly type: 'import.done'
  readonly records: number
}

export interface ImportRowsInput<Chosen> extends SendFileInput<Chosen> {
  readonly key: string
  readonly goodRowsOnly: boolean
  readonly invitations: InvitationTime | undefined
}

interface ImportContext<Chosen> extends FileContext<Chosen> {
  readonly report: ImportReport | undefined
  /** Why the report differs from the one that was confirmed. */
  readonly notice: string | undefined
  /** When to send invitations, once the user has chosen. */
  readonly invitations: InvitationTime | undefined
}

const BLANK = { ...NO_FILE, report: undefined, notice: undefined, invitations: undefined } as const

/** The newer report the server sent instead of importing. */
const reportIn = (error: unknown): ImportReport | undefined =>
  isStatus(error, 409) ? importReportSchema.safeParse(error.data).data : undefined

const checked = <Chosen>({ report }: ImportContext<Chosen>): ImportReport => {
  if (report === undefined) throw new Error('No report to go by')
  return report
}

/** @returns the machine of an import; provide it with `checkFile` and `importRows` */
export const importFlow = <Chosen extends ChosenFile>() =>
  setup({
    types: {
      context: {} as ImportContext<Chosen>,
      events: {} as ImportEvent<Chosen>,
      emitted: {} as ImportDone,
      input: {} as { rule: UploadRule },
      tags: {} as Tag,
    },
    actors: {
      checkFile: notProvided<ImportReport, SendFileInput<Chosen>>('checkFile'),
      importRows: notProvided<ImportReport, ImportRowsInput<Chosen>>('importRows'),
    },
    guards: {
      hasFile: ({ context }) => context.file !== undefined,
      hasMessage,
      hasGoodRows: ({ context }) => checked(context).goodRows > 0,
      hasProblems: ({ context }) => checked(context).problemCount > 0,
      hasInvitations: ({ context }) => checked(context).invitations > 0,
      hasNewerReport: ({ event }) => 'error' in event && reportIn(event.error) !== undefined,
    },
    actions: {
      clear: assign(BLANK),
      takeFile: assign(({ context, event }) => {
        assertEvent(event, 'file.choose')
        return { ...BLANK, ...chosenFile(context.rule, event) }
      }),
      // What is wrong with the file that was chosen says more.
      askForFile: assign(({ context }) => ({ problem: context.problem ?? context.rule.required })),
      startAtNothing: assign({ part: 0 }),
      noteProgress: assign(({ event }) => {
        assertEvent(event, 'upload.progress')
        return { part: event.part }
      }),
      keepReport: assign((_, { report }: { report: ImportReport }) => ({ report, notice: undefined })),
      keepNewerReport: assign((_, { error }: { error: unknown }) => ({
        report: reportIn(error),
        notice: failureMessage(error),
      })),
      sendInvitations: assign({ invitations: 'now' as const }),
      forgetInvitations: assign({ invitations: undefined }),
      postponeInvitations: assign({ invitations: 'later' as const }),
      keepRefusal: assign((_, { error }: { error: unknown }) => refusalOf(error)),
      dropRefusal: assign({ refusal: undefined }),
      announceDone: emit((_, { report }: { report: ImportReport }) => ({
        type: 'import.done' as const,
        records: report.added,
      })),
    },
  }).createMachine({
    id: 'import',
    description: 'Adds records from a spreadsheet.',
    context: ({ input: { rule } }) => ({ rule, ...BLANK }),
    initial: 'closed',
    states: {
      closed: {
        description: 'The dialog is closed.',
        on: { 'import.open': { target: 'choosing', actions: 'clear' } },
      },
      choosing: {
        description: 'The user chooses a file. Its type and size are checked immediately.',
        tags: 'editable',
        on: {
          'file.choose': { actions: 'takeFile' },
          'file.remove': { guard: 'hasFile', actions: 'clear' },
          'check.start': [{ guard: 'hasFile', target: 'checking' }, { actions: 'askForFile' }],
          'import.close': 'closed',
        },
      },
      checking: {
        description: 'The file is uploading and the server checks every row. Nothing is written.',
        tags: 'busy',
        entry: 'startAtNothing',
        invoke: {
          id: 'checkFile',
          src: 'checkFile',
          input: ({ context: { file }, self }) => {
            if (file === undefined) throw new Error('No file chosen')
            return { file, onProgress: (part) => self.send({ type: 'upload.progress', part }) }
          },
          onDone: {
            target: 'checked',
            actions: { type: 'keepReport', params: ({ event }) => ({ report: event.output }) },
          },
          onError: [
            { guard: 'hasMessage', target: 'refused', actions: { type: 'keepRefusal', params: ({ event }) => event } },
            { target: 'choosing' },
          ],
        },
        on: { 'upload.progress': { actions: 'noteProgress' }, 'import.close': 'closed' },
      },
      refused: {
        description: 'The file is not a valid spreadsheet; the reasons show until OK.',
        tags: 'failed',
        // Browsers refuse to reread a file that changed on disk, so the user has to choose it again.
        on: { 'failure.dismiss': { target: 'choosing', actions: 'clear' } },
      },
      checked: {
        description: "The check's result is shown. Nothing has been written.",
        entry: 'forgetInvitations',
        initial: 'sorting',
        on: { 'file.choose': { target: 'choosing', actions: 'takeFile' }, 'import.close': 'closed' },
        states: {
          sorting: {
            description: 'Picks the result to show.',
            always: [
              { guard: not('hasGoodRows'), target: 'hopeless' },
              { guard: 'hasProblems', target: 'withProblems' },
              { target: 'clean' },
            ],
          },
          clean: {
            description: 'No row has a problem. All can be imported.',
            on: {
              'import.start': [
                { guard: 'hasInvitations', target: '#import.inviting' },
                { target: '#import.importing' },
              ],
            },
          },
          withProblems: {
            description: 'Some rows have problems, listed by row. The others can be imported after confirmation.',
            on: { 'import.start': '#import.confirming' },
          },
          hopeless: { description: 'Every row has a problem. Nothing can be imported.' },
        },
      },
      confirming: {
        description: 'The user is asked to confirm skipping the rows with problems.',
        on: {
          'import.confirm': [{ guard: 'hasInvitations', target: 'inviting' }, { target: 'importing' }],
          'import.cancel': 'checked',
        },
      },
      inviting: {
        description: 'The user is asked whether the invitations are sent now or later.',
        on: {
          'invitations.send': { target: 'importing', actions: 'sendInvitations' },
          'invitations.postpone': { target: 'importing', actions: 'postponeInvitations' },
          'import.cancel': 'checked',
        },
      },
      importing: {
        description: 'The server checks the rows again and writes all confirmed rows, or none.',
        tags: 'busy',
        entry: 'startAtNothing',
        invoke: {
          id: 'importRows',
          src: 'importRows',
          input: ({ context: { file, report, invitations }, self }) => {
            if (file === undefined || report === undefined) throw new Error('No file was checked')
            const onProgress = (part: number) => self.send({ type: 'upload.progress', part })
            return { file, onProgress, key: report.key, goodRowsOnly: report.problemCount > 0, invitations }
          },
          onDone: {
            target: 'done',
            actions: [
              { type: 'keepReport', params: ({ event }) => ({ report: event.output }) },
              { type: 'announceDone', params: ({ event }) => ({ report: event.output }) },
            ],
          },
          onError: [
            {
              guard: and(['hasMessage', 'hasNewerReport']),
              target: 'checked',
              actions: { type: 'keepNewerReport', params: ({ event }) => event },
            },
            { guard: 'hasMessage', target: 'failed', actions: { type: 'keepRefusal', params: ({ event }) => event } },
            { target: 'checked' },
          ],
        },
        on: { 'upload.progress': { actions: 'noteProgress' } },
      },
      failed: {
        description: "The import failed and nothing was written. The server's message shows until OK.",
        tags: 'failed',
        on: { 'failure.dismiss': { target: 'checked', actions: 'dropRefusal' } },
      },
      done: {
        description: 'The numbers of added and skipped records are shown.',
        on: { 'import.open': { target: 'choosing', actions: 'clear' }, 'import.close': 'closed' },
      },
    },
  })

export type ImportMachine<Chosen extends ChosenFile> = ReturnType<typeof importFlow<Chosen>>
export type ImportSnapshot<Chosen extends ChosenFile> = SnapshotFrom<ImportMachine<Chosen>>
