/**
 * Loads the caseload of the chosen school for the student area of the session form (spec 1, section 4). The form
 * owns which of them are in the session.
 */
import { assertEvent, assign, emit, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { CaseloadEntry } from '#contract/lookups.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** Where a stored session is and who is in it, by `caseloadFrequencyId`. */
export interface StoredPlace {
  schoolId: number
  caseloadIds: readonly number[]
}

export interface CaseloadAreaInput {
  schoolId: number | null
  /** Its students are offered although they may have left the caseload; null for a new session. */
  stored: StoredPlace | null
}

export interface CaseloadQuery {
  schoolId: number
  /** Those of the stored session, if it is at this school. */
  storedIds: readonly number[]
}

interface CaseloadAreaContext extends CaseloadAreaInput {
  /** Empty until it is loaded. */
  entries: readonly CaseloadEntry[]
  /** The server's message if the caseload could not be loaded. */
  message: string | undefined
}

export type CaseloadAreaEvent = { type: 'school.choose'; schoolId: number | null } | { type: 'caseload.retry' }

/** The form's students may not all be on it. */
export interface CaseloadAreaEmitted {
  type: 'caseload.loaded'
  entries: readonly CaseloadEntry[]
}

export const caseloadAreaMachine = setup({
  types: {
    context: {} as CaseloadAreaContext,
    events: {} as CaseloadAreaEvent,
    emitted: {} as CaseloadAreaEmitted,
    input: {} as CaseloadAreaInput,
    tags: {} as Tag,
  },
  actors: {
    loadCaseload: notProvided<readonly CaseloadEntry[], CaseloadQuery>('loadCaseload'),
  },
  guards: {
    hasSchool: ({ context }) => context.schoolId !== null,
    isNoSchool: (_, schoolId: number | null) => schoolId === null,
  },
  actions: {
    keepSchool: assign(({ event }) => {
      assertEvent(event, 'school.choose')
      return { schoolId: event.schoolId, entries: [] }
    }),
    takeEntries: assign((_, entries: readonly CaseloadEntry[]) => ({ entries })),
    announceEntries: emit((_, entries: readonly CaseloadEntry[]) => ({ type: 'caseload.loaded' as const, entries })),
    takeFailure: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
  },
}).createMachine({
  id: 'caseloadArea',
  description: "The chosen school's caseload",
  context: ({ input }) => ({ ...input, entries: [], message: undefined }),
  initial: 'opening',
  on: {
    'school.choose': [
      {
        guard: { type: 'isNoSchool', params: ({ event }) => event.schoolId },
        target: '.noSchool',
        actions: 'keepSchool',
      },
      { target: '.loading', actions: 'keepSchool' },
    ],
  },
  states: {
    opening: {
      description: 'A stored session has a school, a new one may not',
      always: [{ guard: 'hasSchool', target: 'loading' }, { target: 'noSchool' }],
    },
    noSchool: { description: 'No students until a school is chosen' },
    loading: {
      description: "The school's caseload is loading",
      tags: 'busy',
      invoke: {
        id: 'loadCaseload',
        src: 'loadCaseload',
        input: ({ context: { schoolId, stored } }) => {
          if (schoolId === null) throw new Error('No school was chosen')
          return { schoolId, storedIds: stored?.schoolId === schoolId ? stored.caseloadIds : [] }
        },
        onDone: {
          target: 'ready',
          actions: [
            { type: 'takeEntries', params: ({ event }) => event.output },
            { type: 'announceEntries', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'failed', actions: { type: 'takeFailure', params: ({ event }) => event } },
      },
    },
    ready: { description: 'The caseload has loaded' },
    failed: {
      description: 'The caseload could not be loaded; the area offers to try again',
      tags: 'failed',
      on: { 'caseload.retry': 'loading' },
    },
  },
})
