/** Named paths through a workflow, saved in this browser. */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export interface SavedPath {
  readonly name: string
  /** As encoded in the address (`writePath`). */
  readonly path: string
}

export interface KeepPathsInput {
  /** A workflow's name in the catalog. */
  readonly workflow: string
  readonly paths: readonly SavedPath[]
}

interface SavedPathsContext {
  readonly workflow: string
  readonly paths: readonly SavedPath[]
  /** All paths to save. */
  readonly wanted: readonly SavedPath[]
  readonly problem: string | undefined
}

export type SavedPathsEvent =
  | { type: 'name.ask' }
  | { type: 'name.cancel' }
  | { type: 'name.change' }
  | { type: 'path.save'; name: string; path: string }
  | { type: 'path.delete'; name: string }

export const savedPathsMachine = setup({
  types: {
    context: {} as SavedPathsContext,
    events: {} as SavedPathsEvent,
    input: {} as { readonly workflow: string },
    tags: {} as Tag,
  },
  actors: {
    readPaths: notProvided<readonly SavedPath[], { workflow: string }>('readPaths'),
    keepPaths: notProvided<void, KeepPathsInput>('keepPaths'),
  },
  guards: {
    isNameless: ({ event }) => event.type === 'path.save' && event.name.trim() === '',
    isNameTaken: ({ context: { paths }, event }) =>
      event.type === 'path.save' && paths.some(({ name }) => name === event.name.trim()),
  },
  actions: {
    keepRead: assign((_, paths: readonly SavedPath[]) => ({ paths })),
    askForName: assign({ problem: 'Name is required' }),
    sayTaken: assign({ problem: 'A path with this name already exists.' }),
    wantSaved: assign(({ context: { paths }, event }) => {
      assertEvent(event, 'path.save')
      return { wanted: [...paths, { name: event.name.trim(), path: event.path }], problem: undefined }
    }),
    wantDeleted: assign(({ context: { paths }, event }) => {
      assertEvent(event, 'path.delete')
      return { wanted: paths.filter(({ name }) => name !== event.name) }
    }),
    takeWanted: assign(({ context: { wanted } }) => ({ paths: wanted, problem: undefined })),
    sayRefused: assign({ problem: 'The browser could not save the change.' }),
    clearProblem: assign({ problem: undefined }),
  },
}).createMachine({
  id: 'savedPaths',
  description: 'Named paths through a workflow, saved in this browser.',
  context: ({ input: { workflow } }) => ({ workflow, paths: [], wanted: [], problem: undefined }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The saved paths are loading.',
      tags: 'busy',
      invoke: {
        id: 'readPaths',
        src: 'readPaths',
        input: ({ context: { workflow } }) => ({ workflow }),
        onDone: { target: 'listed', actions: { type: 'keepRead', params: ({ event }) => event.output } },
        onError: 'listed',
      },
    },
    listed: {
      description: 'The saved paths are shown.',
      on: {
        'name.ask': { target: 'naming', actions: 'clearProblem' },
        'path.delete': { target: 'deleting', actions: 'wantDeleted' },
      },
    },
    naming: {
      description: 'The user names the path.',
      tags: 'editable',
      on: {
        'name.change': { actions: 'clearProblem' },
        'name.cancel': { target: 'listed', actions: 'clearProblem' },
        'path.save': [
          { guard: 'isNameless', actions: 'askForName' },
          { guard: 'isNameTaken', actions: 'sayTaken' },
          { target: 'saving', actions: 'wantSaved' },
        ],
      },
    },
    saving: {
      description: 'The path is being saved.',
      tags: 'busy',
      invoke: {
        id: 'keepPaths',
        src: 'keepPaths',
        input: ({ context: { workflow, wanted } }) => ({ workflow, paths: wanted }),
        onDone: { target: 'listed', actions: 'takeWanted' },
        onError: { target: 'naming', actions: 'sayRefused' },
      },
    },
    deleting: {
      description: 'The path is being deleted.',
      tags: 'busy',
      invoke: {
        id: 'dropPath',
        src: 'keepPaths',
        input: ({ context: { workflow, wanted } }) => ({ workflow, paths: wanted }),
        onDone: { target: 'listed', actions: 'takeWanted' },
        onError: { target: 'listed', actions: 'sayRefused' },
      },
    },
  },
})

export type SavedPathsSnapshot = SnapshotFrom<typeof savedPathsMachine>
