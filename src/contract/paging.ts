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

type WirePage = { pageIndex: number; pageSize: PageSize; totalRecords: number } & Record<string, unknown>

/**
 * The reply of a paged list. On the wire, each call names its rows differently (`allServices`, `allSchools`); only the
 * contract knows these names.
 *
 * @param wireName the spec's name for the rows
 */
export const pageOf = <Row extends z.ZodType>(wireName: string, row: Row) => {
  const position = { pageIndex: z.int().min(1), pageSize: pageSizeSchema }
  const count = z.int().nonnegative()
  const wire: z.ZodType<WirePage, WirePage> = z.object({
    ...position,
    totalRecords: count,
    [wireName]: z.array(row),
  })
  return z.codec(wire, z.custom<Page<z.output<Row>>>(), {
    // The wire schema has validated the rows.
    decode: ({ pageIndex, pageSize, totalRecords, [wireName]: rows }) => ({
      pageIndex,
      pageSize,
      rows: rows as z.output<Row>[],
      total: totalRecords,
    }),
    encode: ({ total: totalRecords, rows, ...page }) => ({ ...page, totalRecords, [wireName]: rows }),
  })
}
