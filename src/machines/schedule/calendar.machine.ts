/**
 * A calendar: which days, which provider, school and student, and the sessions that go with them. One machine serves
 * the administrator's week, the provider's day and Manage Schedule; `source` in its input says which, and the
 * `loadCalendar` actor asks the call that belongs to it.
 *
 * A question that is replaced by a newer one is given up: its answer never reaches the screen.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { ProviderOption, SchoolOption, StudentOption } from '#contract/lookups.ts'
import type { ApprovedDate, CalendarEvent, DayListing, Timesheet } from '#contract/schedule.ts'
import { addDays, type LocalDate, weekOf } from '#domain/time.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export type CalendarSource = 'adminHome' | 'providerHome' | 'manageSchedule'
export type CalendarView = 'weekly' | 'daily'

/** Undefined is 'All'. */
export interface CalendarFilters {
  providerId: number | undefined
  schoolId: number | undefined
  studentId: number | undefined
  search: string
}

/** What a calendar shows, and what its address says. */
export interface CalendarPlace {
  view: CalendarView
  date: LocalDate
  filters: CalendarFilters
}

export interface CalendarInput extends Partial<Omit<CalendarPlace, 'filters'>> {
  source: CalendarSource
  /** The organisation's day, asked each time that it is needed: a page may stay open past midnight. */
  today: () => LocalDate
  filters?: Partial<CalendarFilters>
}

/** The first and the last day asked for; both count. */
export interface CalendarQuery {
  source: CalendarSource
  from: LocalDate
  to: LocalDate
  filters: CalendarFilters
}

/** What the calls answer, each filling in what it has. */
export interface CalendarData {
  events: readonly CalendarEvent[]
  approvedDates: readonly ApprovedDate[]
  /** For the all-day row. */
  timesheets: readonly Timesheet[]
  /** The provider's home: a timesheet with the sessions that it covers. */
  schools: readonly { timesheet: Timesheet; listing: readonly DayListing[] }[]
}

export interface CalendarOptions {
  providers: readonly ProviderOption[]
  schools: readonly SchoolOption[]
  students: readonly StudentOption[]
}

export type ChoiceFilter = 'providerId' | 'schoolId' | 'studentId'

interface CalendarContext extends CalendarPlace {
  source: CalendarSource
  today: () => LocalDate
  /** Undefined until the days now shown were answered. */
  data: CalendarData | undefined
  options: CalendarOptions
  error: string | undefined
}

export type CalendarMachineEvent =
  | { type: 'date.choose'; date: LocalDate }
  | { type: 'date.today' }
  | { type: 'date.previous' }
  | { type: 'date.next' }
  | { type: 'view.choose'; view: CalendarView }
  | { type: 'filter.choose'; filter: ChoiceFilter; id: number | undefined }
  | { type: 'provider.previous' }
  | { type: 'provider.next' }
  | { type: 'search.type'; search: string }
  | { type: 'search.submit' }
  | { type: 'filters.reset' }
  /** Back, forward, or a link to another place of the same calendar. */
  | { type: 'place.visit'; place: CalendarPlace }
  /** Something was saved elsewhere: ask again, keeping what is shown until the answer comes. */
  | { type: 'calendar.refresh' }
  | { type: 'error.dismiss' }

const NO_FILTERS: CalendarFilters = { providerId: undefined, schoolId: undefined, studentId: undefined, search: '' }
const NO_OPTIONS: CalendarOptions = { providers: [], schools: [], students: [] }

/** The days on screen: the week from Sunday, or the one day. */
export const daysShown = ({ view, date }: Pick<CalendarPlace, 'view' | 'date'>): LocalDate[] =>
  view === 'weekly' ? weekOf(date) : [date]

/** Week arrows show the neighbouring week, day arrows the neighbouring day. */
const stepOf = ({ view }: CalendarPlace): number => (view === 'weekly' ? 7 : 1)

const queryOf = (context: CalendarContext): CalendarQuery => {
  const days = daysShown(context)
  return {
    source: context.source,
    from: days[0] ?? context.date,
    to: days.at(-1) ?? context.date,
    filters: { ...context.filters, search: context.filters.search.trim() },
  }
}

/** Another place. What is shown stays while its days do; sessions of other days never stand under a new date. */
const movedTo = (context: CalendarContext, place: Partial<CalendarPlace>): Partial<CalendarContext> => ({
  ...place,
  data: daysShown({ ...context, ...place }).join() === daysShown(context).join() ? context.data : undefined,
})

/**
 * With a student chosen, the provider and the school that the student was chosen under stay as they are; one that is
 * still on 'All' may narrow further (spec 2, section 4: "depending on what is chosen").
 */
export const isFilterLocked = ({ filters }: Pick<CalendarPlace, 'filters'>, filter: ChoiceFilter): boolean =>
  filter !== 'studentId' && filters.studentId !== undefined && filters[filter] !== undefined

/** The provider before or after the chosen one, around the end; from 'All' the last or the first. */
const neighbour = ({ options: { providers }, filters }: CalendarContext, step: 1 | -1): number | undefined => {
  const at = providers.findIndex(({ id }) => id === filters.providerId)
  const next = at === -1 ? (step === 1 ? 0 : -1) : (at + step) % providers.length
  return providers.at(next)?.id
}

const isSameChoice = (a: CalendarFilters, b: CalendarFilters) =>
  a.providerId === b.providerId && a.schoolId === b.schoolId && a.studentId === b.studentId && a.search === b.search

const isEmptyData = (data: CalendarData) =>
  data.events.length === 0 && data.schools.length === 0 && data.timesheets.length === 0

export const calendarMachine = setup({
  types: {
    context: {} as CalendarContext,
    events: {} as CalendarMachineEvent,
    input: {} as CalendarInput,
    tags: {} as Tag,
  },
  actors: {
    loadCalendar: notProvided<CalendarData, CalendarQuery>('loadCalendar'),
    loadOptions: notProvided<CalendarOptions, CalendarFilters>('loadOptions'),
  },
  delays: {
    /** Typing and choosing settle before the server is asked (spec 2, section 4). */
    filterDelay: 500,
    providerListDelay: 100,
  },
  guards: {
    isOtherDay: ({ context, event }) => event.type === 'date.choose' && event.date !== context.date,
    isOtherView: ({ context, event }) => event.type === 'view.choose' && event.view !== context.view,
    isChoosable: ({ context, event }) =>
      event.type === 'filter.choose' &&
      event.id !== context.filters[event.filter] &&
      !isFilterLocked(context, event.filter),
    canStepProvider: ({ context }) =>
      !isFilterLocked(context, 'providerId') &&
      context.options.providers.some(({ id }) => id !== context.filters.providerId),
    isOtherSearch: ({ context, event }) => event.type === 'search.type' && event.search !== context.filters.search,
    hasFilters: ({ context }) => !isSameChoice(context.filters, NO_FILTERS),
    isOtherPlace: ({ context, event }) =>
      event.type === 'place.visit' &&
      (event.place.view !== context.view ||
        event.place.date !== context.date ||
        !isSameChoice(event.place.filters, context.filters)),
    isEmpty: ({ context }) => context.data !== undefined && isEmptyData(context.data),
    /** Failures without a message, such as a lost connection, are not put in the user's way (spec 1, section 8). */
    hasMessage: ({ event }) => 'error' in event && failureMessage(event.error) !== undefined,
  },
  actions: {
    showDate: assign(({ context, event }) =>
      event.type === 'date.choose' ? movedTo(context, { date: event.date }) : {},
    ),
    showToday: assign(({ context }) => movedTo(context, { date: context.today() })),
    stepBack: assign(({ context }) => movedTo(context, { date: addDays(context.date, -stepOf(context)) })),
    stepForward: assign(({ context }) => movedTo(context, { date: addDays(context.date, stepOf(context)) })),
    showView: assign(({ context, event }) =>
      event.type === 'view.choose' ? movedTo(context, { view: event.view }) : {},
    ),
    applyFilter: assign(({ context, event }) =>
      event.type === 'filter.choose' ? { filters: { ...context.filters, [event.filter]: event.id } } : {},
    ),
    chooseProviderBefore: assign(({ context }) => ({
      filters: { ...context.filters, providerId: neighbour(context, -1) },
    })),
    chooseProviderAfter: assign(({ context }) => ({
      filters: { ...context.filters, providerId: neighbour(context, 1) },
    })),
    keepSearch: assign(({ context, event }) =>
      event.type === 'search.type' ? { filters: { ...context.filters, search: event.search } } : {},
    ),
    clearFilters: assign({ filters: NO_FILTERS }),
    visit: assign(({ context, event }) => (event.type === 'place.visit' ? movedTo(context, event.place) : {})),
    keepData: assign((_, data: CalendarData) => ({ data })),
    keepOptions: assign((_, options: CalendarOptions) => ({ options })),
    keepMessage: assign({
      error: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined),
    }),
    clearError: assign({ error: undefined }),
  },
}).createMachine({
  id: 'calendar',
  description: 'The sessions of some days, narrowed by provider, school, student and words.',
  type: 'parallel',
  context: ({ input }) => ({
    source: input.source,
    today: input.today,
    view: input.view ?? 'weekly',
    date: input.date ?? input.today(),
    filters: { ...NO_FILTERS, ...input.filters },
    data: undefined,
    options: NO_OPTIONS,
    error: undefined,
  }),
  states: {
    sessions: {
      description: 'What the days hold.',
      initial: 'loading',
      on: {
        'date.choose': { guard: 'isOtherDay', target: '.loading', actions: 'showDate' },
        'date.today': { target: '.loading', actions: 'showToday' },
        'date.previous': { target: '.loading', actions: 'stepBack' },
        'date.next': { target: '.loading', actions: 'stepForward' },
        'view.choose': { guard: 'isOtherView', target: '.loading', actions: 'showView' },
        'filter.choose': { guard: 'isChoosable', target: '.settling', actions: 'applyFilter' },
        'provider.previous': { guard: 'canStepProvider', target: '.settling', actions: 'chooseProviderBefore' },
        'provider.next': { guard: 'canStepProvider', target: '.settling', actions: 'chooseProviderAfter' },
        'search.type': { guard: 'isOtherSearch', target: '.settling', actions: 'keepSearch' },
        'search.submit': '.loading',
        'filters.reset': { guard: 'hasFilters', target: '.loading', actions: 'clearFilters' },
        'place.visit': { guard: 'isOtherPlace', target: '.loading', actions: 'visit' },
        'calendar.refresh': '.loading',
      },
      states: {
        settling: {
          description: 'A filter was changed; more changes may follow.',
          tags: 'busy',
          after: { filterDelay: 'loading' },
        },
        loading: {
          description:
            'The server is asked. A newer question starts this state again, and the older answer is dropped.',
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            id: 'loadCalendar',
            src: 'loadCalendar',
            input: ({ context }) => queryOf(context),
            onDone: { target: 'answered', actions: { type: 'keepData', params: ({ event }) => event.output } },
            onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepMessage' }, { target: 'interrupted' }],
          },
        },
        answered: {
          description: 'An answer came.',
          always: [{ guard: 'isEmpty', target: 'empty' }, { target: 'ready' }],
        },
        ready: { description: 'The sessions are shown.' },
        empty: { description: 'There are none.' },
        failed: {
          description: "The server refused; its message waits for the user's OK.",
          tags: 'failed',
          on: { 'error.dismiss': { target: 'interrupted', actions: 'clearError' } },
        },
        interrupted: {
          description: 'There is no answer. What was shown before stays; the user can ask again.',
          tags: 'failed',
        },
      },
    },
    choices: {
      description: 'Which providers, schools and students can be chosen; each choice narrows the other two lists.',
      initial: 'loading',
      on: {
        'filter.choose': { guard: 'isChoosable', target: '.settling' },
        'provider.previous': { guard: 'canStepProvider', target: '.settling' },
        'provider.next': { guard: 'canStepProvider', target: '.settling' },
        'filters.reset': { guard: 'hasFilters', target: '.settling' },
        'place.visit': { guard: 'isOtherPlace', target: '.settling' },
      },
      states: {
        settling: {
          description: 'A choice was made; more may follow.',
          after: { providerListDelay: 'loading' },
        },
        loading: {
          description: 'The three lists are asked for.',
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
    },
  },
})

export type CalendarSnapshot = SnapshotFrom<typeof calendarMachine>

export const selectPlace = ({ context: { view, date, filters } }: CalendarSnapshot): CalendarPlace => ({
  view,
  date,
  filters,
})
/** Nothing is known of these days yet: the screen shows skeletons. */
export const selectIsFirstLoad = (snapshot: CalendarSnapshot): boolean =>
  snapshot.hasTag('busy') && snapshot.context.data === undefined
