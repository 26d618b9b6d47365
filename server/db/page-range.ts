/** Which rows of a list a page shows; pages count from 1. */
export const rangeOf = ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => ({
  limit: pageSize,
  offset: (pageIndex - 1) * pageSize,
})
