/**
 * Recorded runs: those saved in this browser, and the one that was read from a file. The page's address says which one is
 * replayed.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { ChosenFile } from '#machines/common/chosen-file.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { type RecordedRun, RunFileError, type RunSource, type SavedRun } from './recorded-run.ts'

export interface SaveRunInput {
  readonly name: string
  readonly source: RunSource
  /** Those saved before. */
  readonly runs: readonly SavedRun[]
}

interface RecordedRunsContext<Chosen> {
  readonly runs: readonly SavedRun[]
  /** The run to save. */
  readonly wanted: Omit<SaveRunInput, 'runs'> | undefined
  /** The runs that stay when one is deleted. */
  readonly left: readonly SavedRun[]
  readonly file: Chosen | undefined
  /** The run that was read from a file last. */
  readonly fromFile: SavedRun | undefined
  readonly problem: string | undefined
}

export type RecordedRunsEvent<Chosen> =
  | { type: 'name.ask' }
  | { type: 'name.cancel' }
  | { type: 'name.change' }
  | { type: 'run.save'; name: string; source: RunSource }
  | { type: 'run.delete'; name: string }
  | { type: 'file.open'; file: Chosen }

/** @returns the machine, for the host's files */
export const recordedRuns = <Chosen extends ChosenFile>() =>
  setup({
    types: {
      context: {} as RecordedRunsContext<Chosen>,
      events: {} as RecordedRunsEvent<Chosen>,
      /** A run was read from a file, to be replayed. */
      emitted: {} as { type: 'run.opened'; opened: SavedRun },
      tags: {} as Tag,
    },
    actors: {
      readRuns: notProvided<readonly SavedRun[], undefined>('readRuns'),
      /** Collects the details of the steps and saves the run; returns all runs. */
      saveRun: notProvided<readonly SavedRun[], SaveRunInput>('saveRun'),
      keepRuns: notProvided<void, { readonly runs: readonly SavedRun[] }>('keepRuns'),
      /** Fails with a RunFileError that says what is wrong with the file. */
      readFile: notProvided<RecordedRun, { readonly file: Chosen }>('readFile'),
    },
    guards: {
      isNameless: ({ event }) => event.type === 'run.save' && event.name.trim() === '',
      isNameTaken: ({ context: { runs }, event }) =>
        event.type === 'run.save' && runs.some(({ name }) => name === event.name.trim()),
    },
    actions: {
      keepRead: assign((_, runs: readonly SavedRun[]) => ({ runs, wanted: undefined, problem: undefined })),
      askForName: assign({ problem: 'Name is required' }),
      sayTaken: assign({ problem: 'A run with this name already exists.' }),
      wantSaved: assign(({ event }) => {
        assertEvent(event, 'run.save')
        return { wanted: { name: event.name.trim(), source: event.source }, problem: undefined }
      }),
      wantDeleted: assign(({ context: { runs }, event }) => {
        assertEvent(event, 'run.delete')
        return { left: runs.filter(({ name }) => name !== event.name), problem: undefined }
      }),
      takeLeft: assign(({ context: { left } }) => ({ runs: left })),
      wantFile: assign(({ event }) => {
        assertEvent(event, 'file.open')
        return { file: event.file, problem: undefined }
      }),
      keepFromFile: assign(({ context: { file } }, run: RecordedRun) => ({
        fromFile: { name: file?.name.replace(/\.json$/i, '') ?? '', run },
        file: undefined,
      })),
      openFromFile: emit(({ context: { fromFile } }) => {
        if (!fromFile) throw new Error('No run was read')
        return { type: 'run.opened', opened: fromFile } as const
      }),
      sayRefused: assign({
        problem:
          'The browser could not save the change. Its storage may be full: delete a run, or download it instead.',
      }),
      sayUnreadable: assign((_, { error }: { error: unknown }) => ({
        problem: error instanceof RunFileError ? error.message : 'The file could not be read.',
        file: undefined,
      })),
      clearProblem: assign({ problem: undefined }),
    },
  }).createMachine({
    id: 'recordedRuns',
    description: 'Recorded runs, saved in this browser or opened from a file.',
    context: {
      runs: [],
      wanted: undefined,
      left: [],
      file: undefined,
      fromFile: undefined,
      problem: undefined,
    },
    initial: 'reading',
    states: {
      reading: {
        description: 'The saved runs are loading.',
        tags: 'busy',
        invoke: {
          id: 'readRuns',
          src: 'readRuns',
          onDone: { target: 'listed', actions: { type: 'keepRead', params: ({ event }) => event.output } },
          onError: 'listed',
        },
      },
      listed: {
        description: 'The saved runs are known; the user can save, delete or open one.',
        on: {
          'name.ask': { target: 'naming', actions: 'clearProblem' },
          'run.delete': { target: 'deleting', actions: 'wantDeleted' },
          'file.open': { target: 'opening', actions: 'wantFile' },
        },
      },
      naming: {
        description: 'The user names the run.',
        tags: 'editable',
        on: {
          'name.change': { actions: 'clearProblem' },
          'name.cancel': { target: 'listed', actions: 'clearProblem' },
          'run.save': [
            { guard: 'isNameless', actions: 'askForName' },
            { guard: 'isNameTaken', actions: 'sayTaken' },
            { target: 'saving', actions: 'wantSaved' },
          ],
        },
      },
      saving: {
        description: 'The details of the steps are collected, and the run is saved.',
        tags: 'busy',
        invoke: {
          id: 'saveRun',
          src: 'saveRun',
          input: ({ context: { runs, wanted } }) => {
            if (!wanted) throw new Error('No run to save')
            return { ...wanted, runs }
          },
          onDone: { target: 'listed', actions: { type: 'keepRead', params: ({ event }) => event.output } },
          onError: { target: 'naming', actions: 'sayRefused' },
        },
      },
      deleting: {
        description: 'The run is being deleted.',
        tags: 'busy',
        invoke: {
          id: 'keepRuns',
          src: 'keepRuns',
          input: ({ context: { left } }) => ({ runs: left }),
          onDone: { target: 'listed', actions: 'takeLeft' },
          onError: { target: 'listed', actions: 'sayRefused' },
        },
      },
      opening: {
        description: 'The file is being read and checked.',
        tags: 'busy',
        invoke: {
          id: 'readFile',
          src: 'readFile',
          input: ({ context: { file } }) => {
            if (!file) throw new Error('No file to open')
            return { file }
          },
          onDone: {
            target: 'listed',
            actions: [{ type: 'keepFromFile', params: ({ event }) => event.output }, 'openFromFile'],
          },
          onError: { target: 'listed', actions: { type: 'sayUnreadable', params: ({ event }) => event } },
        },
      },
    },
  })

/** With the browser's files. */
export const recordedRunsMachine = recordedRuns<File>()

export type RecordedRunsSnapshot = SnapshotFrom<typeof recordedRunsMachine>
