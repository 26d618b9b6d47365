/**
 * The student area of the session form: the caseload of the chosen school on one side, the students of the session on
 * the other, and entries moving between them (spec 1, section 4). Dragging, buttons and keys all come down to the same
 * three events.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { CaseloadEntry } from '#contract/lookups.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export interface CaseloadAreaInput {
  schoolId: number | null
  selectedIds: readonly number[]
  /** Who is in the session already: they stay, on the school's caseload or not any more. */
  storedIds?: readonly number[]
}

interface CaseloadAreaContext extends CaseloadAreaInput {
  /** The school's caseload; empty until it is loaded. */
  entries: readonly CaseloadEntry[]
  /** Why the caseload could not be loaded, in the server's words. */
  message: string | undefined
}

export type CaseloadAreaEvent =
  | { type: 'school.choose'; schoolId: number | null }
  /** Puts an available entry among the session's students, at `index` or at the end. */
  | { type: 'caseload.add'; id: number; index?: number }
  /** Moves a student of the session to another place in it. */
  | { type: 'caseload.move'; id: number; index: number }
  | { type: 'caseload.remove'; id: number }
  | { type: 'caseload.clear' }
  | { type: 'caseload.retry' }

const without = (ids: readonly number[], id: number) => ids.filter((other) => other !== id)

const withAt = (ids: readonly number[], id: number, index = ids.length) => {
  const others = without(ids, id)
  return [...others.slice(0, index), id, ...others.slice(index)]
}

export const caseloadAreaMachine = setup({
  types: {
    context: {} as CaseloadAreaContext,
    events: {} as CaseloadAreaEvent,
    input: {} as CaseloadAreaInput,
    tags: {} as Tag,
  },
  actors: {
    loadCaseload: notProvided<readonly CaseloadEntry[], { schoolId: number }>('loadCaseload'),
  },
  guards: {
    hasSchool: ({ context }) => context.schoolId !== null,
    isNoSchool: ({ event }) => event.type === 'school.choose' && event.schoolId === null,
    isSameSchool: ({ context, event }) => event.type === 'school.choose' && event.schoolId === context.schoolId,
    isAvailable: ({ context, event }) =>
      event.type === 'caseload.add' &&
      context.entries.some((entry) => entry.id === event.id) &&
      !context.selectedIds.includes(event.id),
    isSelected: ({ context, event }) => 'id' in event && context.selectedIds.includes(event.id),
  },
  actions: {
    /** Another school's students can't come along. */
    takeSchool: assign(({ event }) =>
      event.type === 'school.choose' ? { schoolId: event.schoolId, entries: [], selectedIds: [] } : {},
    ),
    /** A draft may hold students who have left the caseload since: nobody could see them, or take them out. */
    takeEntries: assign(({ context: { selectedIds, storedIds = [] } }, entries: readonly CaseloadEntry[]) => {
      const known = new Set([...storedIds, ...entries.map(({ id }) => id)])
      return { entries, selectedIds: selectedIds.filter((id) => known.has(id)) }
    }),
    takeFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    select: assign(({ context, event }) =>
      event.type === 'caseload.add' || event.type === 'caseload.move'
        ? { selectedIds: withAt(context.selectedIds, event.id, event.index) }
        : {},
    ),
    unselect: assign(({ context, event }) =>
      event.type === 'caseload.remove' ? { selectedIds: without(context.selectedIds, event.id) } : {},
    ),
    clear: assign({ selectedIds: [] }),
  },
}).createMachine({
  id: 'caseloadArea',
  description: "The chosen school's caseload and the students taken from it",
  context: ({ input }) => ({ ...input, entries: [], message: undefined }),
  initial: 'opening',
  on: {
    'school.choose': [
      { guard: 'isSameSchool' },
      { guard: 'isNoSchool', target: '.noSchool', actions: 'takeSchool' },
      { target: '.loading', actions: 'takeSchool' },
    ],
    'caseload.remove': { guard: 'isSelected', actions: 'unselect' },
    'caseload.clear': { actions: 'clear' },
  },
  states: {
    opening: {
      description: 'A stored session brings its school along, a new one has none',
      always: [{ guard: 'hasSchool', target: 'loading' }, { target: 'noSchool' }],
    },
    noSchool: { description: 'Students are offered once a school is chosen' },
    loading: {
      description: "The school's caseload is on its way",
      tags: 'busy',
      invoke: {
        id: 'loadCaseload',
        src: 'loadCaseload',
        input: ({ context }) => ({ schoolId: context.schoolId ?? 0 }),
        onDone: { target: 'ready', actions: { type: 'takeEntries', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'takeFailure', params: ({ event }) => event } },
      },
    },
    ready: {
      description: 'Entries move between the caseload and the session',
      on: {
        'caseload.add': { guard: 'isAvailable', actions: 'select' },
        'caseload.move': { guard: 'isSelected', actions: 'select' },
      },
    },
    failed: {
      description: 'The caseload could not be loaded: the area says so and offers to try again',
      tags: 'failed',
      on: { 'caseload.retry': 'loading' },
    },
  },
})

export type CaseloadAreaSnapshot = SnapshotFrom<typeof caseloadAreaMachine>

/** The school's entries that the session does not have yet. */
export const selectAvailable = ({ context }: CaseloadAreaSnapshot): CaseloadEntry[] =>
  context.entries.filter((entry) => !context.selectedIds.includes(entry.id))

/** The session's students, in their order. */
export const selectSelected = ({ context }: CaseloadAreaSnapshot): CaseloadEntry[] =>
  context.selectedIds.flatMap((id) => context.entries.find((entry) => entry.id === id) ?? [])
