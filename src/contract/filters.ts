/**
 * What narrows a list, as data: how a filter reads from and writes to the address, what it offers, and the rule that its
 * values keep. Screens draw a control for each kind; lists and reports share them.
 */
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import type { Call } from './call.ts'

export interface Option {
  readonly id: number
  readonly name: string
}

/** Records that a filter can name. */
export type NamedRecords = 'providers' | 'providerTypes' | 'schools' | 'services' | 'students' | 'trackingLabels'

/** What a choice offers: a fixed list, or one that the server knows. */
export type Options<Values> =
  | readonly Option[]
  | {
      /** A list that fails to load offers nothing (spec 3, section 8). */
      readonly call: Call<Values, readonly Option[]>
      /** The filters that it is asked with: it is asked again when one changes, and a choice that depended on it goes. */
      readonly dependsOn?: readonly (keyof Values & string)[]
      /** What it lists, so that the server can name what was chosen in a document. */
      readonly records?: NamedRecords
    }

/** What every kind of filter has. `Values` are the filter values that it owns. */
export interface FilterBase<Values> {
  /** Unique within the list. */
  readonly key: string
  /** The values that narrow nothing; the address leaves them out. */
  readonly none: Partial<Values>
  /** What an address says; what it leaves out, or says wrongly, narrows nothing. */
  readonly read: (query: URLSearchParams) => Partial<Values>
  /** By address parameter; '' is left out. */
  readonly write: (values: Values) => Readonly<Record<string, string>>
  /** Why its values are refused, in words for the user. */
  readonly refuse?: (values: Values) => string | undefined
  /** Shown where it has to be set and is not; left out, it may stay empty. */
  readonly required?: string
  /** Where other values decide whether it shows. */
  readonly isShown?: (values: Values) => boolean
}

export interface TextFilter<Values> extends FilterBase<Values> {
  readonly kind: 'text'
  readonly label: string
  readonly get: (values: Values) => string
  readonly set: (text: string) => Partial<Values>
}

export interface ChoiceFilter<Values> extends FilterBase<Values> {
  readonly kind: 'choice'
  readonly label: string
  readonly options: Options<Values>
  /** Undefined is 'All'. */
  readonly get: (values: Values) => number | undefined
  readonly set: (id: number | undefined) => Partial<Values>
}

export interface ChoicesFilter<Values> extends FilterBase<Values> {
  readonly kind: 'choices'
  readonly label: string
  readonly options: Options<Values>
  /** None is 'All'. */
  readonly get: (values: Values) => readonly number[]
  readonly set: (ids: readonly number[]) => Partial<Values>
}

/** A first and a last day, both of which count; '' is no bound. */
export interface DateRange {
  from: LocalDate | ''
  to: LocalDate | ''
}

export interface DateRangeFilter<Values> extends FilterBase<Values> {
  readonly kind: 'dateRange'
  readonly labels: { readonly from: string; readonly to: string }
  readonly get: (values: Values) => DateRange
  readonly set: (range: Partial<DateRange>) => Partial<Values>
}

/** One of a few orders; the first is the usual one. */
export interface SortFilter<Values> extends FilterBase<Values> {
  readonly kind: 'sort'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly get: (values: Values) => string
  readonly set: (value: string) => Partial<Values>
}

export type Filter<Values> =
  | TextFilter<Values>
  | ChoiceFilter<Values>
  | ChoicesFilter<Values>
  | DateRangeFilter<Values>
  | SortFilter<Values>

/** The filters of a list, and the values that they have together. */
export interface Filters<Values, Kind extends FilterBase<Values> = Filter<Values>> {
  readonly list: readonly Kind[]
  /** Everything. */
  readonly none: Values
  readonly read: (query: URLSearchParams) => Values
  readonly write: (values: Values) => Readonly<Record<string, string>>
  readonly refuse: (values: Values) => string | undefined
  /** Only text that is typed changed: the address keeps one step of the browser's history for all of it. */
  readonly isTyping: (before: Values, after: Values) => boolean
}

/** The longest text that the calls take. */
export const MAX_TEXT = 200

/** An object with one key, of which TypeScript forgets the name where it is computed. */
const entry = <Name extends string, Value>(name: Name, value: Value) => ({ [name]: value }) as Record<Name, Value>

export const textFilter = <const Name extends string>(
  name: Name,
  label = 'Search',
): TextFilter<Record<Name, string>> => ({
  kind: 'text',
  key: name,
  label,
  none: entry(name, ''),
  read: (query) => entry(name, (query.get(name) ?? '').slice(0, MAX_TEXT)),
  write: (values) => entry(name, values[name]),
  get: (values) => values[name],
  set: (text) => entry(name, text),
})

const ID = /^[1-9]\d{0,9}$/

/**
 * 'All', or one of a list.
 *
 * @param isId what an address may name; any id unless given
 */
export const choiceFilter = <const Name extends string, Id extends number = number, Others extends object = object>(
  name: Name,
  label: string,
  options: Options<Others>,
  isId: (id: number) => id is Id = (id): id is Id => id > 0,
): ChoiceFilter<Record<Name, Id | undefined> & Others> => {
  const chosen = (id: number | undefined) => entry(name, id !== undefined && isId(id) ? id : undefined)
  return {
    kind: 'choice',
    key: name,
    label,
    options,
    none: chosen(undefined) as Partial<Record<Name, Id | undefined> & Others>,
    read: (query) => {
      const text = query.get(name) ?? ''
      return chosen(ID.test(text) ? Number(text) : undefined) as Partial<Record<Name, Id | undefined> & Others>
    },
    write: (values) => entry(name, String(values[name] ?? '')),
    get: (values) => values[name],
    set: (id) => chosen(id) as Partial<Record<Name, Id | undefined> & Others>,
  }
}

const IDS = /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/

/** 'All', or some of a list. */
export const choicesFilter = <const Name extends string, Others extends object = object>(
  name: Name,
  label: string,
  options: Options<Others>,
): ChoicesFilter<Record<Name, readonly number[]> & Others> => {
  const chosen = (ids: readonly number[]) => entry(name, ids) as Partial<Record<Name, readonly number[]> & Others>
  return {
    kind: 'choices',
    key: name,
    label,
    options,
    none: chosen([]),
    read: (query) => {
      const text = query.get(name) ?? ''
      return chosen(IDS.test(text) ? text.split(',').map(Number) : [])
    },
    write: (values) => entry(name, values[name].join(',')),
    get: (values) => values[name],
    set: chosen,
  }
}

/** @param refuse the range's rule; two dates that break it are refused together */
export const dateRangeFilter = (
  refuse: (range: DateRange) => string | undefined,
  labels = { from: 'Start Date', to: 'End Date' },
): DateRangeFilter<DateRange> => {
  const dateOf = (text: string | null) => localDateSchema.safeParse(text).data ?? ''
  return {
    kind: 'dateRange',
    key: 'dates',
    labels,
    none: { from: '', to: '' },
    read: (query) => ({ from: dateOf(query.get('from')), to: dateOf(query.get('to')) }),
    write: ({ from, to }) => ({ from, to }),
    refuse,
    get: ({ from, to }) => ({ from, to }),
    set: (range) => range,
  }
}

/**
 * The orders of a list by some of its columns, each from A to Z and from Z to A; `sort` is '' for the usual one.
 *
 * @param columns their titles by the names that the calls have for them; the list is ordered by the first
 */
export const sortFilter = (columns: Readonly<Record<string, string>>): SortFilter<{ sort: string }> => {
  const options = Object.entries(columns).flatMap(([key, title], place) => [
    { value: place === 0 ? '' : key, label: `${title}, A-Z` },
    { value: `-${key}`, label: `${title}, Z-A` },
  ])
  const known = (text: string | null) => options.find(({ value }) => value === text)?.value ?? ''
  return {
    kind: 'sort',
    key: 'sort',
    options,
    none: { sort: '' },
    read: (query) => ({ sort: known(query.get('sort')) }),
    write: ({ sort }) => ({ sort }),
    get: ({ sort }) => sort,
    set: (sort) => ({ sort }),
  }
}

export type Together<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? First & Together<Rest>
  : unknown

const isText = (filter: object): boolean => 'kind' in filter && filter.kind === 'text'

export const combineFilters = <Values, Kind extends FilterBase<Values>>(
  list: readonly Kind[],
): Filters<Values, Kind> => {
  // Each part owns some of the values; together they are all of them.
  const merge = (parts: readonly Partial<Values>[]) => Object.assign({}, ...parts) as Values
  const write = (values: Values, which: (filter: Kind) => boolean = () => true): Record<string, string> =>
    Object.assign({}, ...list.filter(which).map((filter) => filter.write(values)))
  return {
    list,
    none: merge(list.map(({ none }) => none)),
    read: (query) => merge(list.map((filter) => filter.read(query))),
    write,
    refuse: (values) => list.map((filter) => filter.refuse?.(values)).find((reason) => reason !== undefined),
    isTyping: (before, after) => JSON.stringify(write(before, isText)) !== JSON.stringify(write(after, isText)),
  }
}

/** Filters as one; they show in this order. */
export const filtersOf = <Parts extends readonly object[]>(
  ...list: { readonly [Index in keyof Parts]: Filter<Parts[Index]> }
): Filters<Together<Parts>> =>
  // A filter of some of the values is one of all of them.
  combineFilters(list as unknown as readonly Filter<Together<Parts>>[])
