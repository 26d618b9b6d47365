/** Which rows of a list a page shows, and its reply. */
import type { Page, PageSize } from '#contract/paging.ts'

export interface Paging {
  pageIndex: number
  pageSize: PageSize
}

/** Pages count from 1. */
export const rangeOf = ({ pageIndex, pageSize }: Pick<Paging, 'pageIndex'> & { pageSize: number }) => ({
  limit: pageSize,
  offset: (pageIndex - 1) * pageSize,
})

/** @param total the number of rows on all pages */
export const replyPage = <Row>({ pageIndex, pageSize }: Paging, rows: Row[], total: number): Page<Row> => ({
  pageIndex,
  pageSize,
  rows,
  total,
})
