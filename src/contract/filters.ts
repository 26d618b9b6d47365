/**
 * Filters as data: how a filter reads and writes the address, its options, and how its values are validated. Screens
 * render a control for each kind; lists and reports share them.
 */
import { LARGEST_ID } from '#domain/row-id.ts'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import type { Call } from './call.ts'

export interface Option {
  readonly id: number
  readonly name: string
}

/** Records that a filter can choose from. */
export type NamedRecords = 'providers' | 'providerTypes' | 'schools' | 'services' | 'students' | 'trackingLabels'

/** The options of a choice: a fixed list, or one from the server. */
export type Options<Values> =
  | readonly Option[]
  | {
      /** If it fails to load, the choice has no options (spec 3, section 8). */
      readonly call: Call<Values, readonly Option[]>
      /** The filters that the call uses. When one changes, the options reload and the current choice is reset. */
      readonly dependsOn?: readonly (keyof Values & string)[]
      /** The kind of records, so that the server can print the chosen ones by name in a document. */
      readonly records?: NamedRecords
      /** Shows the server's message at the choice if the options can't be loaded. */
      readonly showsFailure?: true
    }

/** What every kind of filter has. `Values` are the values that the filter owns. */
export interface FilterBase<Values> {
  /** Unique within the list. */
  readonly key: string
  /** The values that match everything; the address omits them. */
  readonly none: Partial<Values>
  /** Parses an address; missing or invalid values match everything. */
  readonly read: (query: URLSearchParams) => Partial<Values>
  /** By address parameter; '' is omitted. */
  readonly write: (values: Values) => Readonly<Record<string, string>>
  /**
   * The error message if its values are invalid.
   *
   * @param before the values until now, if they are being changed
   */
  readonly refuse?: (values: Values, before?: Values) => string | undefined
  /** Makes the filter required; shown when it is empty. */
  readonly required?: string
  /** For a filter that is shown only with certain other values. */
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
  /** What is shown while nothing is chosen. Default 'All'. */
  readonly noneLabel?: string
  readonly options: Options<Values>
  /** Undefined means 'All'. */
  readonly get: (values: Values) => number | undefined
  readonly set: (id: number | undefined) => Partial<Values>
}

export interface ChoicesFilter<Values> extends FilterBase<Values> {
  readonly kind: 'choices'
  readonly label: string
  readonly options: Options<Values>
  /** An empty list means 'All'. */
  readonly get: (values: Values) => readonly number[]
  readonly set: (ids: readonly number[]) => Partial<Values>
}

/** The first and last day, both inclusive; '' means no limit. */
export interface DateRange {
  from: LocalDate | ''
  to: LocalDate | ''
}

export interface DateRangeFilter<Values> extends FilterBase<Values> {
  readonly kind: 'dateRange'
  readonly labels: { readonly from: string; readonly to: string }
  /** The error message that belongs to the first day; others belong to the last. */
  readonly fromRefusal?: string | undefined
  readonly get: (values: Values) => DateRange
  readonly set: (range: Partial<DateRange>) => Partial<Values>
}

/** The sort order; the first option is the default. */
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

/** A list's filters, combined. `Values` are the values of all of them. */
export interface Filters<Values, Kind extends FilterBase<Values> = Filter<Values>> {
  readonly list: readonly Kind[]
  /** The values that match everything. */
  readonly none: Values
  readonly read: (query: URLSearchParams) => Values
  readonly write: (values: Values) => Readonly<Record<string, string>>
  readonly refuse: (values: Values, before?: Values) => string | undefined
  /** Whether only a typed text changed: typing adds one entry to the browser's history, not one per letter. */
  readonly isTyping: (before: Values, after: Values) => boolean
}

/** Whether its values match everything. */
export const isEmpty = <Values>(filter: FilterBase<Values>, values: Values): boolean =>
  JSON.stringify(filter.write(values)) === JSON.stringify(filter.write({ ...values, ...filter.none }))

/** Whether a required filter is empty. */
export const isMissing = <Values>(filter: FilterBase<Values>, values: Values): boolean =>
  filter.required !== undefined && isEmpty(filter, values)

/** The longest text that the endpoints accept. */
export const MAX_TEXT = 200

/** An object with one key. TypeScript would widen a computed key to `string`. */
const entry = <Name extends string, Value>(name: Name, value: Value) => ({ [name]: value }) as Record<Name, Value>

export const textFilter = <const Name extends string>(
  name: Name,
  label = 'Search',
): TextFilter<Record<Name, string>> => ({
  kind: 'text',
  key: name,
  label,
  none: entry(name, ''),
  read: (query) => entry(name, (query.get(name) ?? '').replaceAll('\0', '').slice(0, MAX_TEXT)),
  write: (values) => entry(name, values[name]),
  get: (values) => values[name],
  set: (text) => entry(name, text),
})

const ID = /^[1-9]\d{0,9}$/
const idOf = (text: string): number | undefined =>
  ID.test(text) && Number(text) <= LARGEST_ID ? Number(text) : undefined

/**
 * 'All' or one option.
 *
 * @param isId the ids that an address may contain; any id by default
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
      return chosen(idOf(text)) as Partial<Record<Name, Id | undefined> & Others>
    },
    write: (values) => entry(name, String(values[name] ?? '')),
    get: (values) => values[name],
    set: (id) => chosen(id) as Partial<Record<Name, Id | undefined> & Others>,
  }
}

const IDS = /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/

/** 'All' or several options. */
export const choicesFilter = <const Name extends string, Others extends object = object>(
  name: Name,
  label: string,
  options: Options<Others>,
): ChoicesFilter<Record<Name, readonly number[]> & Others> => {
  const chosen = (ids: readonly number[]) =>
    entry(name, [...new Set(ids)]) as Partial<Record<Name, readonly number[]> & Others>
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

/**
 * @param refuse validates the two dates together
 * @param fromRefusal the message of `refuse` that belongs to the first day
 */
export const dateRangeFilter = (
  refuse: (range: DateRange, before?: DateRange) => string | undefined,
  labels = { from: 'Start Date', to: 'End Date' },
  fromRefusal?: string,
): DateRangeFilter<DateRange> => {
  const dateOf = (text: string | null) => localDateSchema.safeParse(text).data ?? ''
  return {
    kind: 'dateRange',
    key: 'dates',
    labels,
    fromRefusal,
    none: { from: '', to: '' },
    read: (query) => {
      const range = { from: dateOf(query.get('from')), to: dateOf(query.get('to')) }
      return refuse(range) === undefined ? range : { from: '', to: '' }
    },
    write: ({ from, to }) => ({ from, to }),
    refuse,
    get: ({ from, to }) => ({ from, to }),
    set: (range) => range,
  }
}

/**
 * Sorts a list by one of some columns, A-Z or Z-A; `sort` is '' for the default order.
 *
 * @param columns each column's title by its name in the endpoint; the first is the default
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
  : object

const isText = (filter: object): boolean => 'kind' in filter && filter.kind === 'text'

export const combineFilters = <Values, Kind extends FilterBase<Values>>(
  list: readonly Kind[],
): Filters<Values, Kind> => {
  // Each filter owns some of the values; together they own all of them.
  const merge = (parts: readonly Partial<Values>[]) => Object.assign({}, ...parts) as Values
  const write = (values: Values, which: (filter: Kind) => boolean = () => true): Record<string, string> =>
    Object.assign({}, ...list.filter(which).map((filter) => filter.write(values)))
  return {
    list,
    none: merge(list.map(({ none }) => none)),
    read: (query) => merge(list.map((filter) => filter.read(query))),
    write,
    refuse: (values, before) =>
      list.map((filter) => filter.refuse?.(values, before)).find((reason) => reason !== undefined),
    isTyping: (before, after) => JSON.stringify(write(before, isText)) !== JSON.stringify(write(after, isText)),
  }
}

/** Combines filters; they are shown in this order. */
export const filtersOf = <Parts extends readonly object[]>(
  ...list: { readonly [Index in keyof Parts]: Filter<Parts[Index]> }
): Filters<Together<Parts>> =>
  // A filter of some values is also a filter of all of them.
  combineFilters(list as unknown as readonly Filter<Together<Parts>>[])
