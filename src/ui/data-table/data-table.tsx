import { Checkbox, Skeleton, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'

/** The order of the rows by a column; a click on its head changes it. */
interface ColumnSort {
  /** Undefined where the rows are in the order of another column. */
  readonly direction: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}

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
  /** The rows can be ordered by it. */
  readonly sort?: ColumnSort
}

/** A column of checkboxes before the others. */
export interface RowSelection<Row> {
  readonly isSelected: (row: Row) => boolean
  /** A row that cannot be selected has no checkbox. */
  readonly canSelect: (row: Row) => boolean
  /** What the row's checkbox is called: 'Select Ana Ruiz, 11/15/2027'. */
  readonly labelOf: (row: Row) => string
  readonly onToggle: (row: Row) => void
  /** Selects every row shown that can be selected; none where all were. */
  readonly onToggleAll: () => void
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
  readonly selection?: RowSelection<Row>
  /** A last row with totals, by column key; a column that is left out has none. */
  readonly totals?: Readonly<Record<string, ReactNode>>
}

const OUTLINES = 6

const SELECT_ALL = 'Select all on this page'

/** The checkbox of all rows: in the head, and on a telephone, which has none, above them. */
const SelectAll = <Row,>({
  rows,
  selection: { isSelected, canSelect, onToggleAll },
  label,
}: {
  readonly rows: readonly Row[]
  readonly selection: RowSelection<Row>
  /** Beside it; without, it is for those who cannot see what it stands above. */
  readonly label?: string
}) => {
  const selectable = rows.filter(canSelect)
  const count = selectable.filter(isSelected).length
  return (
    <Checkbox
      {...(label === undefined ? { 'aria-label': SELECT_ALL } : { label })}
      checked={count > 0 && count === selectable.length}
      indeterminate={count > 0 && count < selectable.length}
      disabled={selectable.length === 0}
      onChange={onToggleAll}
    />
  )
}

const SORT_ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const

const SortButton = ({ title, sort: { direction, onSort } }: { readonly title: string; readonly sort: ColumnSort }) => {
  const Icon = SORT_ICONS[direction ?? 'none']
  return (
    <UnstyledButton className={styles.sort} data-sorted={direction !== undefined || undefined} onClick={onSort}>
      {title}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}

/** Rows under their columns; on a telephone each row stands by itself, its values under each other. */
export const DataTable = <Row,>({
  ariaLabel,
  columns,
  rows,
  keyOf,
  emptyText,
  firstNumber = 1,
  isBusy = false,
  selection,
  totals,
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
  const table = (
    <Table role="table" aria-label={ariaLabel} aria-busy={isBusy} className={styles.table}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {selection && (
            <Table.Th role="columnheader" scope="col" className={`${styles.select} ${styles.selectHead}`}>
              <SelectAll rows={rows} selection={selection} />
            </Table.Th>
          )}
          {columns.map(({ key, title, align, width, sort }) => (
            <Table.Th
              key={key}
              role="columnheader"
              scope="col"
              aria-sort={sort?.direction}
              data-align={align}
              style={{ width }}
            >
              {sort ? <SortButton title={title} sort={sort} /> : title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.length === 0 && (
          <Table.Tr role="row" className={styles.empty}>
            <Table.Td role="cell" colSpan={columns.length + (selection ? 1 : 0)}>
              {emptyText}
            </Table.Td>
          </Table.Tr>
        )}
        {rows.map((row, index) => (
          <Table.Tr key={keyOf(row)} role="row" data-selected={selection?.isSelected(row) || undefined}>
            {selection && (
              <Table.Td role="cell" className={styles.select}>
                {selection.canSelect(row) && (
                  <Checkbox
                    aria-label={selection.labelOf(row)}
                    checked={selection.isSelected(row)}
                    onChange={() => selection.onToggle(row)}
                  />
                )}
              </Table.Td>
            )}
            {columns.map(({ key, title, align, render }) => (
              <Table.Td key={key} role="cell" data-title={title} data-align={align}>
                {render(row, firstNumber + index)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {totals && rows.length > 0 && (
        <Table.Tfoot role="rowgroup">
          <Table.Tr role="row" className={styles.totals}>
            {selection && <Table.Td role="cell" />}
            {columns.map(({ key, title, align }, index) => (
              // The first says what the row is, and needs no title on a telephone.
              <Table.Td key={key} role="cell" data-title={index === 0 ? undefined : title} data-align={align}>
                {totals[key]}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  )
  if (selection === undefined) return table
  return (
    <>
      <div className={styles.selectAll}>
        <SelectAll rows={rows} selection={selection} label={SELECT_ALL} />
      </div>
      {table}
    </>
  )
}
