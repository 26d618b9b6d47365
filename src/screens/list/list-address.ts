/** A list's place in the address, so that back, reload and a sent link show the same rows. */
import { DEFAULT_PAGE_SIZE, pageSizeSchema } from '#contract/paging.ts'
import { localDateSchema } from '#domain/time.ts'
import type { ListPlace } from '#machines/common/paged-list.machine.ts'

/** How one filter stands in the address. */
export interface FilterCodec<Value> {
  /** The value that narrows nothing; the address leaves it out. */
  readonly none: Value
  /** Undefined where the text is none of its values. */
  readonly read: (text: string) => Value | undefined
  readonly write: (value: Value) => string
}

const MAX_TEXT = 200

export const filterCodecs = {
  /** The id of a row; undefined is 'All'. */
  id: {
    none: undefined,
    read: (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
    write: (value) => String(value ?? ''),
  } satisfies FilterCodec<number | undefined> as FilterCodec<number | undefined>,
  /** Ids of rows; none of them is 'All'. */
  ids: {
    none: [],
    read: (text) => (/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(text) ? text.split(',').map(Number) : undefined),
    write: (values) => values.join(','),
  } satisfies FilterCodec<readonly number[]> as FilterCodec<readonly number[]>,
  text: {
    none: '',
    read: (text) => text.slice(0, MAX_TEXT),
    write: (value) => value,
  } satisfies FilterCodec<string> as FilterCodec<string>,
  /** '' is no date. */
  date: {
    none: '',
    read: (text) => localDateSchema.safeParse(text).data,
    write: (value) => value,
  } satisfies FilterCodec<string> as FilterCodec<string>,
}

export type CodecsOf<Filters> = { readonly [Name in keyof Filters]: FilterCodec<Filters[Name]> }

const names = <Filters extends object>(codecs: CodecsOf<Filters>) => Object.keys(codecs) as (keyof Filters & string)[]

export const noFiltersOf = <Filters extends object>(codecs: CodecsOf<Filters>): Filters =>
  Object.fromEntries(names(codecs).map((name) => [name, codecs[name].none])) as Filters

/** What an address says; what it leaves out, or says wrongly, narrows nothing. */
export const placeOfAddress = <Filters extends object>(
  search: string,
  codecs: CodecsOf<Filters>,
): ListPlace<Filters> => {
  const query = new URLSearchParams(search)
  const filters = noFiltersOf(codecs)
  for (const name of names(codecs)) {
    const text = query.get(name)
    const value = text === null ? undefined : codecs[name].read(text)
    if (value !== undefined) filters[name] = value
  }
  const page = query.get('page') ?? ''
  return {
    filters,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: pageSizeSchema.safeParse(Number(query.get('size'))).data ?? DEFAULT_PAGE_SIZE,
  }
}

/** The address's query; empty for the first page of everything. */
export const addressOfPlace = <Filters extends object>(
  { filters, page, size }: ListPlace<Filters>,
  codecs: CodecsOf<Filters>,
): string => {
  const query = new URLSearchParams()
  for (const name of names(codecs)) {
    const { none, write } = codecs[name]
    if (write(filters[name]) !== write(none)) query.set(name, write(filters[name]))
  }
  if (page !== 1) query.set('page', String(page))
  if (size !== DEFAULT_PAGE_SIZE) query.set('size', String(size))
  return query.toString()
}
