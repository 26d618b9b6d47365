/**
 * Which providers, schools and students a calendar's filters offer: each choice narrows the other two lists. The calendar
 * says what is chosen; a question that is replaced by a newer one is given up.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { type CalendarFilters, type CalendarOptions, NO_OPTIONS } from './calendar-place.ts'

export interface FilterOptionsInput {
  filters: CalendarFilters
}

interface FilterOptionsContext extends FilterOptionsInput {
  options: CalendarOptions
}

export type FilterOptionsEvent = { type: 'choice.change'; filters: CalendarFilters }

export const filterOptionsMachine = setup({
  types: {
    context: {} as FilterOptionsContext,
    events: {} as FilterOptionsEvent,
    input: {} as FilterOptionsInput,
    tags: {} as Tag,
  },
  actors: {
    loadOptions: notProvided<CalendarOptions, CalendarFilters>('loadOptions'),
  },
  delays: {
    /** Choosing settles before the server is asked (spec 2, section 4). */
    providerListDelay: 100,
  },
  actions: {
    keepFilters: assign(({ event }) => (event.type === 'choice.change' ? { filters: event.filters } : {})),
    keepOptions: assign((_, options: CalendarOptions) => ({ options })),
  },
}).createMachine({
  id: 'filterOptions',
  description: 'Which providers, schools and students can be chosen; each choice narrows the other two lists.',
  context: ({ input }) => ({ ...input, options: NO_OPTIONS }),
  initial: 'loading',
  on: { 'choice.change': { target: '.settling', actions: 'keepFilters' } },
  states: {
    settling: {
      description: 'A choice was made; more may follow.',
      after: { providerListDelay: 'loading' },
    },
    loading: {
      description: 'The three lists are asked for.',
      tags: 'busy',
      invoke: {
        id: 'loadOptions',
        src: 'loadOptions',
        input: ({ context }) => context.filters,
        onDone: { target: 'ready', actions: { type: 'keepOptions', params: ({ event }) => event.output } },
        onError: 'unavailable',
      },
    },
    ready: { description: 'The lists are at hand.' },
    unavailable: { description: 'No answer: the lists of before stay. The next choice asks again.' },
  },
})

export type FilterOptionsSnapshot = SnapshotFrom<typeof filterOptionsMachine>
