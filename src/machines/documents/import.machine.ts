/**
 * Records that are added from a spreadsheet: one machine for every kind of record, given the rule of the file. A file is
 * chosen, checked row by row without anything being written, looked at, and then imported as it was checked: all of it, or
 * once that was confirmed the rows without a problem.
 */
import { and, assign, emit, not, type SnapshotFrom, setup } from 'xstate'
import { ApiError, failureMessage, isStatus } from '#contract/failures.ts'
import { type ImportReport, importReportSchema } from '#contract/imports.ts'
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

export type ImportEvent<Chosen> =
  | { type: 'import.open' }
  | FileEvent<Chosen>
  | { type: 'check.start' }
  /** Told by the actor, from 0 to 1. */
  | { type: 'upload.progress'; part: number }
  | { type: 'import.start' }
  | { type: 'import.confirm' }
  | { type: 'import.cancel' }
  /** Closes the dialog; a check that is under way is given up. */
  | { type: 'import.close' }
  | { type: 'failure.dismiss' }

/** Told once records were added. */
export interface ImportDone {
  readonly type: 'import.done'
  readonly records: number
}

export interface ImportRowsInput<Chosen> extends SendFileInput<Chosen> {
  readonly key: string
  readonly goodRowsOnly: boolean
}

interface ImportContext<Chosen> extends FileContext<Chosen> {
  readonly report: ImportReport | undefined
  /** Why the report is another than the one that was confirmed. */
  readonly notice: string | undefined
}

const BLANK = { ...NO_FILE, report: undefined, notice: undefined } as const

/** The newer report that came in place of an import. */
const reportIn = (error: unknown): ImportReport | undefined =>
  error instanceof ApiError ? importReportSchema.safeParse(error.data).data : undefined

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
      hasGoodRows: ({ context }) => (context.report?.goodRows ?? 0) > 0,
      hasProblems: ({ context }) => (context.report?.problemCount ?? 0) > 0,
      hasNewerReport: ({ event }) =>
        'error' in event && isStatus(event.error, 409) && reportIn(event.error) !== undefined,
    },
    actions: {
      clear: assign(BLANK),
      takeFile: assign(({ context, event }) =>
        event.type === 'file.choose' ? { ...BLANK, ...chosenFile(context.rule, event.file) } : {},
      ),
      askForFile: assign(({ context }) => ({ problem: context.rule.required })),
      startAtNothing: assign({ part: 0 }),
      noteProgress: assign(({ context, event }) => ({
        part: event.type === 'upload.progress' ? event.part : context.part,
      })),
      keepReport: assign((_, { report }: { report: ImportReport }) => ({ report, notice: undefined })),
      keepNewerReport: assign(({ context }, { error }: { error: unknown }) => ({
        report: reportIn(error) ?? context.report,
        notice: failureMessage(error),
      })),
      keepRefusal: assign((_, { error }: { error: unknown }) => refusalOf(error)),
      dropRefusal: assign({ refusal: undefined }),
      announceDone: emit((_, { report }: { report: ImportReport }) => ({
        type: 'import.done' as const,
        records: report.added,
      })),
    },
  }).createMachine({
    id: 'import',
    description: 'Records are added from a spreadsheet.',
    context: ({ input: { rule } }) => ({ rule, ...BLANK }),
    initial: 'closed',
    states: {
      closed: {
        description: 'No dialog.',
        on: { 'import.open': { target: 'choosing', actions: 'clear' } },
      },
      choosing: {
        description: 'A file is chosen; what its name and size say against it is said at once.',
        tags: 'editable',
        on: {
          'file.choose': { actions: 'takeFile' },
          'file.remove': { guard: 'hasFile', actions: 'clear' },
          'check.start': [{ guard: 'hasFile', target: 'checking' }, { actions: 'askForFile' }],
          'import.close': 'closed',
        },
      },
      checking: {
        description: 'The file is on its way, and every row of it is then checked; nothing is written.',
        tags: 'busy',
        entry: 'startAtNothing',
        invoke: {
          id: 'checkFile',
          src: 'checkFile',
          input: ({ context: { file }, self }) => {
            if (file === undefined) throw new Error('No file was chosen')
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
        description: 'It is no such spreadsheet: the reasons, in a dialog with OK.',
        tags: 'failed',
        // The browser does not read a file again that was changed since: it has to be chosen anew.
        on: { 'failure.dismiss': { target: 'choosing', actions: 'clear' } },
      },
      checked: {
        description: 'What the rows come to. Nothing was written.',
        initial: 'sorting',
        on: { 'file.choose': { target: 'choosing', actions: 'takeFile' }, 'import.close': 'closed' },
        states: {
          sorting: {
            description: 'On the way to what there is to say.',
            always: [
              { guard: not('hasGoodRows'), target: 'hopeless' },
              { guard: 'hasProblems', target: 'withProblems' },
              { target: 'clean' },
            ],
          },
          clean: {
            description: 'No row has a problem: they can be imported.',
            on: { 'import.start': '#import.importing' },
          },
          withProblems: {
            description: 'Problems, row by row. The other rows can be imported once that is confirmed.',
            on: { 'import.start': '#import.confirming' },
          },
          hopeless: { description: 'Every row has a problem: there is nothing to import.' },
        },
      },
      confirming: {
        description: 'Whether the rows with problems are to be left out.',
        on: { 'import.confirm': 'importing', 'import.cancel': 'checked' },
      },
      importing: {
        description: 'The rows are checked again and written: all that were agreed on, or none.',
        tags: 'busy',
        entry: 'startAtNothing',
        invoke: {
          id: 'importRows',
          src: 'importRows',
          input: ({ context: { file, report }, self }) => {
            if (file === undefined || report === undefined) throw new Error('Nothing was checked')
            const onProgress = (part: number) => self.send({ type: 'upload.progress', part })
            return { file, onProgress, key: report.key, goodRowsOnly: report.problemCount > 0 }
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
        description: 'Nothing was written: the server says why, in a dialog with OK.',
        tags: 'failed',
        on: { 'failure.dismiss': { target: 'checked', actions: 'dropRefusal' } },
      },
      done: {
        description: 'What was added, and what was left out.',
        on: { 'import.open': { target: 'choosing', actions: 'clear' }, 'import.close': 'closed' },
      },
    },
  })

export type ImportMachine<Chosen extends ChosenFile> = ReturnType<typeof importFlow<Chosen>>
export type ImportSnapshot<Chosen extends ChosenFile> = SnapshotFrom<ImportMachine<Chosen>>
