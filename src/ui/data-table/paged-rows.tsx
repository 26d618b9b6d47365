import { useState } from 'react'
import { Pager } from '#ui/pager/pager.tsx'
import { DataTable } from './data-table.tsx'

const SIZES = [20, 50, 100] as const

interface Props<Row> extends Omit<Parameters<typeof DataTable<Row>>[0], 'rows' | 'firstNumber'> {
  readonly rows: readonly Row[]
}

/** A table of rows that are all loaded; with many, it shows a page at a time. */
export const PagedRows = <Row,>({ rows, ...table }: Props<Row>) => {
  const [chosen, setChosen] = useState(1)
  const [size, setSize] = useState<(typeof SIZES)[number]>(SIZES[0])
  // Fewer rows may be left, such as after a search.
  const page = Math.min(chosen, Math.max(1, Math.ceil(rows.length / size)))
  const first = (page - 1) * size
  return (
    <>
      <DataTable {...table} rows={rows.slice(first, first + size)} firstNumber={first + 1} />
      {rows.length > SIZES[0] && (
        <Pager
          label={`Pages of ${table.ariaLabel}`}
          page={page}
          size={size}
          sizes={SIZES}
          total={rows.length}
          onPage={setChosen}
          onSize={(next) => {
            setSize(next)
            setChosen(Math.floor(first / next) + 1)
          }}
        />
      )}
    </>
  )
}
