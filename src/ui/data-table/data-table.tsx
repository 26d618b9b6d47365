import { Skeleton, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  /** Unique within the table. */
  readonly key: string
  /** What stands above the column; on a telephone, before the value. */
  readonly title: string
  /** @param number the row's number in the whole list, from 1 */
  readonly render: (row: Row, number: number) => ReactNode
  readonly align?: 'start' | 'end'
  /** A CSS length; without it the column takes what it needs. */
  readonly width?: string
}

interface Props<Row> {
  /** What the table lists, for those who cannot see it. */
  readonly ariaLabel: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first rows are on their way: their outlines are shown. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string | number
  /** In place of the rows where there are none. */
  readonly emptyText: string
  /** The number of the first row. Default 1. */
  readonly firstNumber?: number
  /** Newer rows are on their way. */
  readonly isBusy?: boolean
}

const OUTLINES = 6

/** Rows under their columns; on a telephone each row stands by itself, its values under each other. */
export const DataTable = <Row,>({
  ariaLabel,
  columns,
  rows,
  keyOf,
  emptyText,
  firstNumber = 1,
  isBusy = false,
}: Props<Row>) => {
  if (rows === undefined) {
    return (
      <div role="status" aria-label="Loading..." className={styles.outlines}>
        {Array.from({ length: OUTLINES }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: outlines never change places
          <Skeleton key={row} height={20} />
        ))}
      </div>
    )
  }
  // The roles are said again: as blocks, which they are on a telephone, tables lose them.
  return (
    <Table role="table" aria-label={ariaLabel} aria-busy={isBusy} className={styles.table}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map(({ key, title, align, width }) => (
            <Table.Th key={key} role="columnheader" scope="col" data-align={align} style={{ width }}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.length === 0 && (
          <Table.Tr role="row" className={styles.empty}>
            <Table.Td role="cell" colSpan={columns.length}>
              {emptyText}
            </Table.Td>
          </Table.Tr>
        )}
        {rows.map((row, index) => (
          <Table.Tr key={keyOf(row)} role="row">
            {columns.map(({ key, title, align, render }) => (
              <Table.Td key={key} role="cell" data-title={title} data-align={align}>
                {render(row, firstNumber + index)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
