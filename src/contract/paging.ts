/** Lists that are read page by page (spec 1, sections 4 and 9). */
import { z } from 'zod'

export const PAGE_SIZES = [10, 20, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]
export const DEFAULT_PAGE_SIZE: PageSize = 10

export const pageSizeSchema = z.literal([...PAGE_SIZES])

/** The part of a request that says which page; the first is 1. */
export const paging = {
  pageIndex: z.int().min(1).max(10_000_000).default(1),
  pageSize: pageSizeSchema.default(DEFAULT_PAGE_SIZE),
}

/** The same in a query string. */
export const queryPaging = {
  pageIndex: z.coerce.number().pipe(paging.pageIndex.unwrap()).default(1),
  pageSize: z.coerce.number().pipe(pageSizeSchema).default(DEFAULT_PAGE_SIZE),
}

/** What a list is ordered by: a column's key, with '-' before it from Z to A. Left out, by the first. */
export const sortBy = <const Key extends string>(...keys: readonly Key[]) =>
  z
    .string()
    .pipe(z.literal([...keys, ...keys.map((key): `-${Key}` => `-${key}`)]))
    .optional()

/** The part of a reply that says which page it is. */
interface Position {
  pageIndex: number
  pageSize: PageSize
}

/** One page of a list, as everything behind the contract knows it. */
export interface Page<Row> extends Position {
  rows: Row[]
  /** Of all pages. */
  total: number
}

type WirePage = { pageIndex: number; pageSize: PageSize; totalRecords: number } & Record<string, unknown>

/**
 * The reply of a list. Each call has its own name for the rows on the wire (`allServices`, `allSchools`); only the
 * contract knows it.
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
    // The wire's schema has checked the rows.
    decode: ({ pageIndex, pageSize, totalRecords, [wireName]: rows }) => ({
      pageIndex,
      pageSize,
      rows: rows as z.output<Row>[],
      total: totalRecords,
    }),
    encode: ({ total: totalRecords, rows, ...page }) => ({ ...page, totalRecords, [wireName]: rows }),
  })
}
