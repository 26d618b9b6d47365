/**
 * A calendar: its days and filters, and the sessions that match them. One machine serves the administrator's week, the
 * provider's day, and Manage Schedule; the input's `source` says which, and the `loadCalendar` actor makes the matching
 * call. The `options` child loads the filters' options.
 *
 * A newer request cancels an older one, whose response never reaches the screen.
 */
import { assertEvent, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { Follows } from '#contract/follow.ts'
import type { LiveTopic } from '#contract/live-topics.ts'
import type { SavedTimesheet } from '#contract/schedule.ts'
import { type LocalDate, weekOf } from '#domain/time.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import type { CalendarData } from './calendar-data.ts'
import {
  type CalendarFilters,
  type CalendarOptions,
  type CalendarPlace,
  type CalendarView,
  type ChoiceFilter,
  type DaysOffered,
  daysShown,
  isFiltered,
  isFilterLocked,
  isSamePlace,
  NO_FILTERS,
  NO_OPTIONS,
  neighborDate,
  neighborProvider,
  offeredDate,
} from './calendar-place.ts'
import { type FilterOptionsSnapshot, filterOptionsMachine } from './filter-options.machine.ts'
import { withSavedHours } from './saved-hours.ts'

const FOLLOWED = ['sessions', 'days', 'timeOff', 'periods'] as const satisfies readonly LiveTopic[]

export type CalendarSource = 'adminHome' | 'providerHome' | 'manageSchedule'

export interface CalendarInput extends Partial<Omit<CalendarPlace, 'filters'> & DaysOffered> {
  source: CalendarSource
  /** Schedule-creator mode: only sessions that the signed-in user created (spec 2, section 2.1). */
  isCreator?: boolean
  /** The current day in the organization's time zone; a function, since a page may stay open past midnight. */
  today: () => LocalDate
  filters?: Partial<CalendarFilters>
}

/** The first and last day requested, both inclusive. */
export interface CalendarQuery extends DaysOffered {
  source: CalendarSource
  isCreator: boolean
  from: LocalDate
  to: LocalDate
  filters: CalendarFilters
  /** A reload in the background, which nobody asked for. */
  isUnattended?: boolean
}

interface CalendarContext extends CalendarPlace, DaysOffered {
  source: CalendarSource
  isCreator: boolean
  today: () => LocalDate
  /** Undefined until the days shown have loaded. */
  data: CalendarData | undefined
  /** The filters' options, as last sent by the `options` child. */
  options: CalendarOptions
  error: string | undefined
  /** Others changed sessions while they were being read: what was read may be out of date. */
  isStale: boolean
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
  /** Something was saved elsewhere: reload, keeping the current data until then. */
  | { type: 'calendar.refresh' }
  /** Others changed sessions: the same, unnoticed. */
  | { type: 'calendar.follow' }
  /** A row of hours was saved: the response replaces it here, where the data is owned. */
  | { type: 'timesheet.replace'; saved: SavedTimesheet }
  | { type: 'error.dismiss' }

/** The request for the days and filters shown. */
export const queryOf = (context: CalendarContext): CalendarQuery => {
  const days = daysShown(context)
  return {
    source: context.source,
    isCreator: context.isCreator,
    weekdaysOnly: context.weekdaysOnly,
    from: days[0] ?? context.date,
    to: days.at(-1) ?? context.date,
    filters: { ...context.filters, search: context.filters.search.trim() },
  }
}

/** The requests for the days after and before. */
export const neighborsOf = (query: CalendarQuery): CalendarQuery[] =>
  ([1, -1] as const).map((step) => {
    const { from, to, filters, weekdaysOnly } = query
    const place = { view: from === to ? 'daily' : 'weekly', date: from, filters, weekdaysOnly } as const
    const days = daysShown({ ...place, date: neighborDate(place, step) })
    return { ...query, from: days[0] ?? from, to: days.at(-1) ?? to }
  })

/**
 * Others' changes that concern the days of a request.
 *
 * @param provider whose sessions are shown; everyone's if undefined
 */
export const followsOf = (
  { source, from, to }: Pick<CalendarQuery, 'source' | 'from' | 'to'>,
  provider: number | undefined,
): Follows => {
  // The provider's Home Page shows the status of every day of the week.
  const days = source === 'providerHome' ? weekOf(from) : [from, to]
  return FOLLOWED.map((topic) => ({ topic, provider, from: days[0], to: days.at(-1) }))
}

/** Goes to another place. Keeps the data if the days stay the same, so that no date ever shows another's sessions. */
const movedTo = (context: CalendarContext, change: Partial<CalendarPlace>): Partial<CalendarContext> => {
  const place = { ...change, date: offeredDate(change.date ?? context.date, context) }
  return {
    ...place,
    data: daysShown({ ...context, ...place }).join() === daysShown(context).join() ? context.data : undefined,
  }
}

const isEmptyData = (data: CalendarData) =>
  data.events.length === 0 && data.schools.length === 0 && data.timesheets.length === 0

export const calendarMachine = setup({
  types: {
    context: {} as CalendarContext,
    events: {} as CalendarMachineEvent,
    input: {} as CalendarInput,
    tags: {} as Tag,
    children: {} as { options: 'options' },
  },
  actors: {
    options: filterOptionsMachine,
    loadCalendar: notProvided<CalendarData, CalendarQuery>('loadCalendar'),
  },
  delays: {
    /** Debounces typing and filter changes before the request (spec 2, section 4). */
    filterDelay: 500,
  },
  guards: {
    isOtherDay: ({ context, event }) =>
      event.type === 'date.choose' && offeredDate(event.date, context) !== context.date,
    isOtherView: ({ context, event }) => event.type === 'view.choose' && event.view !== context.view,
    isChoosable: ({ context, event }) =>
      event.type === 'filter.choose' &&
      event.id !== context.filters[event.filter] &&
      !isFilterLocked(context, event.filter),
    canStepProvider: ({ context }) =>
      !isFilterLocked(context, 'providerId') &&
      context.options.providers.some(({ id, hasLeft }) => !hasLeft && id !== context.filters.providerId),
    isOtherSearch: ({ context, event }) => event.type === 'search.type' && event.search !== context.filters.search,
    hasFilters: ({ context }) => isFiltered(context),
    isOtherPlace: ({ context, event }) =>
      event.type === 'place.visit' &&
      !isSamePlace({ ...event.place, date: offeredDate(event.place.date, context) }, context),
    hasNewOptions: ({ context }, options: Partial<FilterOptionsSnapshot>) =>
      options.context !== undefined && options.context.options !== context.options,
    isEmpty: ({ context }) => context.data !== undefined && isEmptyData(context.data),
    isStale: ({ context }) => context.isStale,
    hasMessage,
  },
  actions: {
    showDate: assign(({ context, event }) =>
      event.type === 'date.choose' ? movedTo(context, { date: event.date }) : {},
    ),
    showToday: assign(({ context }) => movedTo(context, { date: context.today() })),
    stepBack: assign(({ context }) => movedTo(context, { date: neighborDate(context, -1) })),
    stepForward: assign(({ context }) => movedTo(context, { date: neighborDate(context, 1) })),
    showView: assign(({ context, event }) =>
      event.type === 'view.choose' ? movedTo(context, { view: event.view }) : {},
    ),
    applyFilter: assign(({ context, event }) =>
      event.type === 'filter.choose' ? { filters: { ...context.filters, [event.filter]: event.id } } : {},
    ),
    chooseProviderBefore: assign(({ context }) => ({
      filters: { ...context.filters, providerId: neighborProvider(context, -1) },
    })),
    chooseProviderAfter: assign(({ context }) => ({
      filters: { ...context.filters, providerId: neighborProvider(context, 1) },
    })),
    keepSearch: assign(({ context, event }) =>
      event.type === 'search.type' ? { filters: { ...context.filters, search: event.search } } : {},
    ),
    clearFilters: assign({ filters: NO_FILTERS }),
    visit: assign(({ context, event }) => (event.type === 'place.visit' ? movedTo(context, event.place) : {})),
    keepData: assign((_, data: CalendarData) => ({ data })),
    replaceTimesheet: assign(({ context: { data }, event }) => {
      assertEvent(event, 'timesheet.replace')
      return { data: data && withSavedHours(data, event.saved) }
    }),
    keepOptions: assign((_, options: Partial<FilterOptionsSnapshot>) => ({
      options: options.context?.options ?? NO_OPTIONS,
    })),
    tellOptions: sendTo('options', ({ context }) => ({ type: 'choice.change' as const, filters: context.filters })),
    keepMessage: assign({
      error: messageOf,
    }),
    clearError: assign({ error: undefined }),
    noteStale: assign({ isStale: true }),
    startReading: assign({ isStale: false }),
  },
}).createMachine({
  id: 'calendar',
  description: 'The sessions of some days, filtered by provider, school, student, and text.',
  context: ({ input: { weekdaysOnly = false, isCreator = false, ...input } }) => ({
    source: input.source,
    isCreator,
    weekdaysOnly,
    today: input.today,
    view: input.view ?? 'weekly',
    date: offeredDate(input.date ?? input.today(), { weekdaysOnly }),
    filters: { ...NO_FILTERS, ...input.filters },
    data: undefined,
    options: NO_OPTIONS,
    error: undefined,
    isStale: false,
  }),
  initial: 'loading',
  invoke: {
    id: 'options',
    src: 'options',
    input: ({ context }) => ({ filters: context.filters }),
    onSnapshot: {
      guard: { type: 'hasNewOptions', params: ({ event }) => event.snapshot },
      actions: { type: 'keepOptions', params: ({ event }) => event.snapshot },
    },
  },
  on: {
    'date.choose': { guard: 'isOtherDay', target: '.loading', actions: 'showDate' },
    'date.today': { target: '.loading', actions: 'showToday' },
    'date.previous': { target: '.loading', actions: 'stepBack' },
    'date.next': { target: '.loading', actions: 'stepForward' },
    'view.choose': { guard: 'isOtherView', target: '.loading', actions: 'showView' },
    'filter.choose': { guard: 'isChoosable', target: '.settling', actions: ['applyFilter', 'tellOptions'] },
    'provider.previous': {
      guard: 'canStepProvider',
      target: '.settling',
      actions: ['chooseProviderBefore', 'tellOptions'],
    },
    'provider.next': { guard: 'canStepProvider', target: '.settling', actions: ['chooseProviderAfter', 'tellOptions'] },
    'search.type': { guard: 'isOtherSearch', target: '.settling', actions: 'keepSearch' },
    'search.submit': '.loading',
    'filters.reset': { guard: 'hasFilters', target: '.loading', actions: ['clearFilters', 'tellOptions'] },
    'place.visit': { guard: 'isOtherPlace', target: '.loading', actions: ['visit', 'tellOptions'] },
    'calendar.refresh': '.loading',
    'timesheet.replace': { actions: 'replaceTimesheet' },
  },
  states: {
    settling: {
      description: 'A filter changed; waits for further changes.',
      tags: 'busy',
      after: { filterDelay: 'loading' },
    },
    loading: {
      description: 'The sessions are loading. A newer request reenters this state, and the older response is dropped.',
      tags: 'busy',
      entry: ['clearError', 'startReading'],
      invoke: {
        id: 'loadCalendar',
        src: 'loadCalendar',
        input: ({ context }) => queryOf(context),
        onDone: { target: 'answered', actions: { type: 'keepData', params: ({ event }) => event.output } },
        onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepMessage' }, { target: 'interrupted' }],
      },
      on: {
        // The pending response may be older than the save.
        'timesheet.replace': { target: 'loading', reenter: true, actions: 'replaceTimesheet' },
        'calendar.follow': { actions: 'noteStale' },
      },
    },
    answered: {
      description: 'The sessions have loaded.',
      always: [{ guard: 'isStale', target: 'rereading' }, { guard: 'isEmpty', target: 'empty' }, { target: 'ready' }],
    },
    ready: { description: 'The sessions are shown.', on: { 'calendar.follow': 'rereading' } },
    empty: { description: 'There are no sessions.', on: { 'calendar.follow': 'rereading' } },
    rereading: {
      description: 'Others changed sessions. They are being read again, unnoticed; if that fails, those shown stay.',
      entry: 'startReading',
      invoke: {
        id: 'loadCalendar',
        src: 'loadCalendar',
        input: ({ context }) => ({ ...queryOf(context), isUnattended: true }),
        onDone: { target: 'answered', actions: { type: 'keepData', params: ({ event }) => event.output } },
        onError: 'answered',
      },
      on: {
        'timesheet.replace': { target: 'rereading', reenter: true, actions: 'replaceTimesheet' },
        'calendar.follow': { actions: 'noteStale' },
      },
    },
    failed: {
      description: 'The server refused; its message shows until OK.',
      tags: 'failed',
      on: { 'error.dismiss': { target: 'interrupted', actions: 'clearError' } },
    },
    interrupted: {
      description: 'The server did not respond. The previous data stays; the user can try again.',
      tags: 'failed',
    },
  },
})

export type CalendarSnapshot = SnapshotFrom<typeof calendarMachine>

export const selectPlace = ({ context: { view, date, filters } }: CalendarSnapshot): CalendarPlace => ({
  view,
  date,
  filters,
})

/** These days have not loaded yet, so the screen shows skeletons. */
export const selectIsFirstLoad = (snapshot: CalendarSnapshot): boolean =>
  snapshot.hasTag('busy') && snapshot.context.data === undefined
