/** Paged lists (spec 1, sections 4 and 9). */
import { z } from 'zod'

export const PAGE_SIZES = [10, 20, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]
export const DEFAULT_PAGE_SIZE: PageSize = 10

export const pageSizeSchema = z.literal([...PAGE_SIZES])

/** The page requested, starting at 1. */
export const paging = {
  pageIndex: z.int().min(1).max(10_000_000).default(1),
  pageSize: pageSizeSchema.default(DEFAULT_PAGE_SIZE),
}

/** The same, in a query string. */
export const queryPaging = {
  pageIndex: z.coerce.number().pipe(paging.pageIndex.unwrap()).default(1),
  pageSize: z.coerce.number().pipe(pageSizeSchema).default(DEFAULT_PAGE_SIZE),
}

/** The sort order: a column's key, prefixed with '-' for descending. Defaults to the first column. */
export const sortBy = <const Key extends string>(...keys: readonly Key[]) =>
  z
    .string()
    .pipe(z.literal([...keys, ...keys.map((key): `-${Key}` => `-${key}`)]))
    .optional()

/** The page returned. */
interface Position {
  pageIndex: number
  pageSize: PageSize
}

/** One page of a list, as used everywhere outside the contract. */
export interface Page<Row> extends Position {
  rows: Row[]
  /** Rows on all pages. */
  total: number
}

type WirePage = { pageIndex: number; pageSize: PageSize } & Record<string, unknown>

/** Rows that the spec splits into several lists. */
export interface RowLists<Row> {
  readonly names: readonly string[]
  /** The list that a row is in. */
  readonly of: (row: Row) => string
}

/**
 * The reply of a paged list. On the wire, each call names its rows differently (`allServices`, `allSchools`); only the
 * contract knows these names.
 *
 * @param lists the spec's name for the rows, or for each of several lists
 * @param totalName the spec's name for the number of rows
 */
export const pageOf = <Row extends z.ZodType>(
  lists: string | RowLists<z.output<Row>>,
  row: Row,
  totalName = 'totalRecords',
) => {
  type Rows = z.output<Row>[]
  const { names, of } = typeof lists === 'string' ? { names: [lists], of: () => lists } : lists
  const count = z.int().nonnegative()
  // The names are known only at run time.
  const wire = z.object({
    pageIndex: z.int().min(1),
    pageSize: pageSizeSchema,
    [totalName]: count,
    ...Object.fromEntries(names.map((name) => [name, z.array(row)])),
  }) as unknown as z.ZodType<WirePage, WirePage>
  return z.codec(wire, z.custom<Page<z.output<Row>>>(), {
    // The wire schema has validated the rows.
    decode: ({ pageIndex, pageSize, [totalName]: total, ...rows }) => ({
      pageIndex,
      pageSize,
      rows: names.flatMap((name) => rows[name] as Rows),
      total: total as number,
    }),
    encode: ({ total, rows, ...page }) => ({
      ...page,
      [totalName]: total,
      ...Object.fromEntries(names.map((name) => [name, rows.filter((one) => of(one) === name)])),
    }),
  })
}
