/**
 * A list that is loaded page by page and narrowed by filters: one machine for every list screen, typed by row and filters
 * (spec 1, section 4 "Pagination"; section 9).
 *
 * A newer request cancels the pending one, whose response never reaches the screen. The current rows stay until the new
 * ones arrive.
 */
import { type ActorRefFrom, assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import type { ListPlace } from '#contract/call.ts'
import { DEFAULT_PAGE_SIZE, type PageSize } from '#contract/paging.ts'
import type { Tag } from '../tags.ts'
import { hasMessage, messageOf } from './failure-guards.ts'
import { notProvided } from './not-provided.ts'

export interface ListPage<Row> {
  rows: readonly Row[]
  /** Across all pages. */
  total: number
}

export interface PagedListInput<Filters> {
  /** The default filters, which narrow nothing. */
  noFilters: Filters
  place?: Partial<ListPlace<Filters>>
  /**
   * Why filters are rejected, as a message to the user; undefined if they are valid.
   *
   * @param before the filters until now
   */
  refuse?: (filters: Filters, before: Filters) => string | undefined
}

export interface PagedListContext<Row, Filters> extends ListPlace<Filters> {
  noFilters: Filters
  refuse: (filters: Filters, before: Filters) => string | undefined
  /** Undefined until the first response. */
  result: ListPage<Row> | undefined
  /** Why the last filter change was rejected. */
  refusal: string | undefined
  error: string | undefined
  /** Others changed records while they were being read: what was read may be out of date. */
  isStale: boolean
}

/** Which page to load; `isUnattended` if nobody asked for it. */
export interface LoadPageInput<Filters> extends ListPlace<Filters> {
  isUnattended?: boolean
}

export type PagedListEvent<Filters> =
  | { type: 'filters.change'; filters: Partial<Filters> }
  /** Enter, or the search icon: the typed filters apply immediately. */
  | { type: 'filters.submit' }
  | { type: 'filters.reset' }
  | { type: 'page.choose'; page: number }
  | { type: 'size.choose'; size: PageSize }
  /** Back to the first page, reloaded. */
  | { type: 'list.refresh' }
  /** Something was saved elsewhere: reloads the current page. */
  | { type: 'list.reload' }
  /** Others changed records of the list: reads the current page again, unnoticed. */
  | { type: 'list.follow' }
  /** Back, forward, or a link to another address of the same list. */
  | { type: 'place.visit'; place: ListPlace<Filters> }
  | { type: 'error.dismiss' }

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The number of pages; an empty list has one. */
export const pagesOf = (total: number, size: PageSize): number => Math.max(1, Math.ceil(total / size))

/** The filters after a change; unchanged by any other event. */
const filtersAfter = <Row, Filters>(
  context: PagedListContext<Row, Filters>,
  event: PagedListEvent<Filters>,
): Filters => (event.type === 'filters.change' ? { ...context.filters, ...event.filters } : context.filters)

/** @returns the machine for a list of `Row`s that `Filters` narrow; provide it with `loadPage` */
export const pagedList = <Row, Filters extends object>() =>
  setup({
    types: {
      context: {} as PagedListContext<Row, Filters>,
      events: {} as PagedListEvent<Filters>,
      input: {} as PagedListInput<Filters>,
      tags: {} as Tag,
    },
    actors: { loadPage: notProvided<ListPage<Row>, LoadPageInput<Filters>>('loadPage') },
    delays: {
      /** Debounces typing and choosing (spec 1, section 9). */
      filterDelay: 500,
    },
    guards: {
      changesFilters: ({ context, event }) => !isSame(filtersAfter(context, event), context.filters),
      isRefused: ({ context, event }) => context.refuse(filtersAfter(context, event), context.filters) !== undefined,
      isNarrowed: ({ context }) => !isSame(context.filters, context.noFilters) || context.refusal !== undefined,
      isOtherPage: ({ context, event }) =>
        event.type === 'page.choose' &&
        event.page !== context.page &&
        event.page >= 1 &&
        event.page <= pagesOf(context.result?.total ?? 0, context.size),
      isOtherSize: ({ context, event }) => event.type === 'size.choose' && event.size !== context.size,
      isOtherPlace: ({ context: { filters, page, size }, event }) =>
        event.type === 'place.visit' && !isSame(event.place, { filters, page, size }),
      /** Rows were deleted since: the requested page is past the end. */
      isPastEnd: ({ context }, { rows, total }: ListPage<Row>) => rows.length === 0 && total > 0 && context.page > 1,
      isEmpty: ({ context }) => context.result?.rows.length === 0,
      isStale: ({ context }) => context.isStale,
      hasMessage,
    },
    actions: {
      applyFilters: assign(({ context, event }) => ({
        filters: filtersAfter(context, event),
        page: 1,
        refusal: undefined,
      })),
      keepRefusal: assign(({ context, event }) => ({
        refusal: context.refuse(filtersAfter(context, event), context.filters),
      })),
      clearRefusal: assign({ refusal: undefined }),
      clearFilters: assign(({ context }) => ({ filters: context.noFilters, page: 1, refusal: undefined })),
      showPage: assign(({ event }) => {
        assertEvent(event, 'page.choose')
        return { page: event.page }
      }),
      showSize: assign(({ event }) => {
        assertEvent(event, 'size.choose')
        return { size: event.size, page: 1 }
      }),
      showFirstPage: assign({ page: 1 }),
      showLastPage: assign(({ context }, { total }: ListPage<Row>) => ({ page: pagesOf(total, context.size) })),
      visit: assign(({ event }) => {
        assertEvent(event, 'place.visit')
        return { ...event.place, refusal: undefined }
      }),
      keepResult: assign((_, result: ListPage<Row>) => ({ result })),
      keepMessage: assign({ error: messageOf }),
      clearError: assign({ error: undefined }),
      noteStale: assign({ isStale: true }),
      startReading: assign({ isStale: false }),
    },
  }).createMachine({
    id: 'pagedList',
    description: 'A list, page by page, narrowed by filters.',
    context: ({ input: { noFilters, place, refuse = () => undefined } }) => ({
      filters: noFilters,
      page: 1,
      size: DEFAULT_PAGE_SIZE,
      ...place,
      noFilters,
      refuse,
      result: undefined,
      refusal: undefined,
      error: undefined,
      isStale: false,
    }),
    initial: 'loading',
    on: {
      'filters.change': [
        { guard: 'isRefused', actions: 'keepRefusal' },
        { guard: 'changesFilters', target: '.settling', actions: 'applyFilters' },
        { actions: 'clearRefusal' },
      ],
      'filters.submit': { target: '.loading', actions: 'showFirstPage' },
      'filters.reset': { guard: 'isNarrowed', target: '.loading', actions: 'clearFilters' },
      'page.choose': { guard: 'isOtherPage', target: '.loading', actions: 'showPage' },
      'size.choose': { guard: 'isOtherSize', target: '.loading', actions: 'showSize' },
      'list.refresh': { target: '.loading', actions: 'showFirstPage' },
      'list.reload': '.loading',
      'place.visit': { guard: 'isOtherPlace', target: '.loading', actions: 'visit' },
    },
    states: {
      settling: {
        description: 'The user changed a filter; more changes may follow.',
        tags: 'busy',
        after: { filterDelay: 'loading' },
      },
      loading: {
        description: 'The page is loading. A newer request restarts this state and cancels the pending one.',
        tags: 'busy',
        entry: ['clearError', 'startReading'],
        on: { 'list.follow': { actions: 'noteStale' } },
        invoke: {
          id: 'loadPage',
          src: 'loadPage',
          input: ({ context: { filters, page, size } }) => ({ filters, page, size }),
          onDone: [
            {
              guard: { type: 'isPastEnd', params: ({ event }) => event.output },
              target: 'loading',
              reenter: true,
              actions: { type: 'showLastPage', params: ({ event }) => event.output },
            },
            { target: 'answered', actions: { type: 'keepResult', params: ({ event }) => event.output } },
          ],
          onError: [{ guard: 'hasMessage', target: 'failed', actions: 'keepMessage' }, { target: 'interrupted' }],
        },
      },
      answered: {
        description: 'The page has loaded.',
        always: [{ guard: 'isStale', target: 'rereading' }, { guard: 'isEmpty', target: 'empty' }, { target: 'ready' }],
      },
      ready: { description: 'The rows are shown.', on: { 'list.follow': 'rereading' } },
      empty: { description: 'There are no rows.', on: { 'list.follow': 'rereading' } },
      rereading: {
        description: 'Others changed records. The rows are being read again, unnoticed; if that fails, they stay.',
        entry: 'startReading',
        on: { 'list.follow': { actions: 'noteStale' } },
        invoke: {
          id: 'loadPage',
          src: 'loadPage',
          input: ({ context: { filters, page, size } }) => ({ filters, page, size, isUnattended: true }),
          onDone: [
            {
              guard: { type: 'isPastEnd', params: ({ event }) => event.output },
              target: 'loading',
              actions: { type: 'showLastPage', params: ({ event }) => event.output },
            },
            { target: 'answered', actions: { type: 'keepResult', params: ({ event }) => event.output } },
          ],
          onError: 'answered',
        },
      },
      failed: {
        description: 'The server refused; its message shows until OK.',
        tags: 'failed',
        on: { 'error.dismiss': { target: 'interrupted', actions: 'clearError' } },
      },
      interrupted: {
        description: 'Loading failed. The previous rows stay; the user can try again.',
        tags: 'failed',
      },
    },
  })

export type PagedListMachine<Row, Filters extends object> = ReturnType<typeof pagedList<Row, Filters>>
export type PagedListActor<Row, Filters extends object> = ActorRefFrom<PagedListMachine<Row, Filters>>
export type PagedListSnapshot<Row, Filters extends object> = SnapshotFrom<PagedListMachine<Row, Filters>>

/** The rows shown, and how many there are in all; undefined until they have loaded. */
export const selectListResult = <Row, Filters extends object>({ context }: PagedListSnapshot<Row, Filters>) =>
  context.result

export const selectListPlace = <Row, Filters extends object>({
  context: { filters, page, size },
}: PagedListSnapshot<Row, Filters>): ListPlace<Filters> => ({ filters, page, size })
