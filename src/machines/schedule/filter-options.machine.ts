/**
 * The providers, schools and students that a calendar's filters offer: each choice narrows the other two lists, and
 * students are found by typing, since there may be thousands. The calendar sends the choices; a newer request cancels the
 * pending one.
 */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { type CalendarFilters, type CalendarOptions, NO_OPTIONS } from './calendar-place.ts'

export interface FilterOptionsInput {
  filters: CalendarFilters
}

export interface OptionsQuery extends FilterOptionsInput {
  /** Part of a student's name. */
  studentWords: string
}

interface FilterOptionsContext extends OptionsQuery {
  options: CalendarOptions
}

export type FilterOptionsEvent =
  | { type: 'choice.change'; filters: CalendarFilters }
  /** The text typed into the student filter; '' once a student is chosen. */
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
    /** Debounces choices (spec 2, section 4). */
    providerListDelay: 100,
  },
  guards: {
    isOtherSearch: ({ context, event }) => event.type === 'student.search' && event.words !== context.studentWords,
  },
  actions: {
    keepWords: assign(({ event }) => {
      assertEvent(event, 'student.search')
      return { studentWords: event.words }
    }),
    keepFilters: assign(({ event }) => {
      assertEvent(event, 'choice.change')
      return { filters: event.filters }
    }),
    keepOptions: assign((_, options: CalendarOptions) => ({ options })),
  },
}).createMachine({
  id: 'filterOptions',
  description: 'The choices of the calendar filters. Each choice narrows the other two lists.',
  context: ({ input }) => ({ ...input, studentWords: '', options: NO_OPTIONS }),
  initial: 'loading',
  on: {
    'choice.change': { target: '.settling', actions: 'keepFilters' },
    'student.search': { guard: 'isOtherSearch', target: '.settling', actions: 'keepWords' },
  },
  states: {
    settling: {
      description: 'The user changed a filter or typed a letter; more changes may follow.',
      tags: 'busy',
      after: { providerListDelay: 'loading' },
    },
    loading: {
      description: 'The three lists are loading.',
      tags: 'busy',
      invoke: {
        id: 'loadOptions',
        src: 'loadOptions',
        input: ({ context: { filters, studentWords } }) => ({ filters, studentWords }),
        onDone: { target: 'ready', actions: { type: 'keepOptions', params: ({ event }) => event.output } },
        onError: 'unavailable',
      },
    },
    ready: { description: 'The lists are loaded.' },
    unavailable: { description: 'Loading failed. The previous lists stay; the next choice tries again.' },
  },
})

export type FilterOptionsSnapshot = SnapshotFrom<typeof filterOptionsMachine>
