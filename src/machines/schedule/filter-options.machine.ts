/**
 * Which providers, schools and students a calendar's filters offer: each choice narrows the other two lists, and of
 * thousands of students words find some. The calendar says what is chosen; a question that is replaced by a newer one is
 * given up.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { type CalendarFilters, type CalendarOptions, NO_OPTIONS } from './calendar-place.ts'

export interface FilterOptionsInput {
  filters: CalendarFilters
}

export interface OptionsQuery extends FilterOptionsInput {
  /** Part of the name of the student who is looked for. */
  studentWords: string
}

interface FilterOptionsContext extends OptionsQuery {
  options: CalendarOptions
}

export type FilterOptionsEvent =
  | { type: 'choice.change'; filters: CalendarFilters }
  /** Words are typed where a student is chosen; '' once one is. */
  | { type: 'student.search'; words: string }

export const filterOptionsMachine = setup({
  types: {
    context: {} as FilterOptionsContext,
    events: {} as FilterOptionsEvent,
    input: {} as FilterOptionsInput,
    tags: {} as Tag,
  },
  actors: {
    loadOptions: notProvided<CalendarOptions, OptionsQuery>('loadOptions'),
  },
  delays: {
    /** Choosing settles before the server is asked (spec 2, section 4). */
    providerListDelay: 100,
  },
  guards: {
    isOtherSearch: ({ context, event }) => event.type === 'student.search' && event.words !== context.studentWords,
  },
  actions: {
    keepWords: assign(({ event }) => (event.type === 'student.search' ? { studentWords: event.words } : {})),
    keepFilters: assign(({ event }) => (event.type === 'choice.change' ? { filters: event.filters } : {})),
    keepOptions: assign((_, options: CalendarOptions) => ({ options })),
  },
}).createMachine({
  id: 'filterOptions',
  description: 'Which providers, schools and students can be chosen; each choice narrows the other two lists.',
  context: ({ input }) => ({ ...input, studentWords: '', options: NO_OPTIONS }),
  initial: 'loading',
  on: {
    'choice.change': { target: '.settling', actions: 'keepFilters' },
    'student.search': { guard: 'isOtherSearch', target: '.settling', actions: 'keepWords' },
  },
  states: {
    settling: {
      description: 'A choice was made, or a letter typed; more may follow.',
      tags: 'busy',
      after: { providerListDelay: 'loading' },
    },
    loading: {
      description: 'The three lists are asked for.',
      tags: 'busy',
      invoke: {
        id: 'loadOptions',
        src: 'loadOptions',
        input: ({ context: { filters, studentWords } }) => ({ filters, studentWords }),
        onDone: { target: 'ready', actions: { type: 'keepOptions', params: ({ event }) => event.output } },
        onError: 'unavailable',
      },
    },
    ready: { description: 'The lists are at hand.' },
    unavailable: { description: 'No answer: the lists of before stay. The next choice asks again.' },
  },
})

export type FilterOptionsSnapshot = SnapshotFrom<typeof filterOptionsMachine>
