import { Checkbox, Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconArrowDown } from '#ui/icons/arrow-down.ts'
import { IconArrowUp } from '#ui/icons/arrow-up.ts'
import { IconArrowsSort } from '#ui/icons/arrows-sort.ts'
import { LongText } from '#ui/long-text/long-text.tsx'
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
  /** The column heading; on a phone, the label before the value. */
  readonly title: string
  /** @param number the row's number in the whole list, from 1 */
  readonly render: (row: Row, number: number) => ReactNode
  readonly align?: 'start' | 'end'
  /** A CSS length; by default the column fits its content. */
  readonly width?: string
  /** On a phone, its value is the heading of the row's card. By default, the first column after the number is. */
  readonly isHeading?: boolean
  /** The rows can be ordered by it. */
  readonly sort?: ColumnSort
}

const NUMBER = 'number'

/** The row's number in the whole list. */
export const numberColumn = (title = 'ID'): Column<unknown> => ({
  key: NUMBER,
  title,
  render: (_, number) => number,
  width: '4rem',
})

/** A column of checkboxes before the others. */
export interface RowSelection<Row> {
  readonly isSelected: (row: Row) => boolean
  /** Rows that can't be selected have no checkbox. */
  readonly canSelect: (row: Row) => boolean
  /** The accessible name of the row's checkbox: 'Select Ana Ruiz, 11/15/2027'. */
  readonly labelOf: (row: Row) => string
  readonly onToggle: (row: Row) => void
  /** Selects every selectable row on the page, or clears the selection if all are selected. */
  readonly onToggleAll: () => void
}

/** Rows that belong together, such as the days of one request: they follow each other below a row of their own. */
export interface RowGroups<Row> {
  /** The same for the rows of a group; null for a row on its own. */
  readonly keyOf: (row: Row) => number | null
  readonly render: (rows: readonly Row[]) => ReactNode
  /** The accessible name of the checkbox for all of its rows. */
  readonly labelOf: (rows: readonly Row[]) => string
  readonly onToggle: (key: number) => void
}

interface Props<Row> {
  /** The table's accessible name. */
  readonly ariaLabel: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first rows load: the table shows skeletons. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string | number
  /** Shown when there are no rows. */
  readonly emptyText: string
  /** The number of the first row. Default 1. */
  readonly firstNumber?: number
  /** Newer rows are loading. */
  readonly isBusy?: boolean
  readonly selection?: RowSelection<Row>
  readonly groups?: RowGroups<Row>
  /** A last row with totals, by column key; a column that is left out has none. */
  readonly totals?: Readonly<Record<string, ReactNode>>
}

const OUTLINES = 6

const SELECT_ALL = 'Select all on this page'

/** A checkbox for several rows. */
const SelectRows = <Row,>({
  rows,
  selection: { isSelected, canSelect },
  label,
  isLabelShown = false,
  onToggle,
}: {
  readonly rows: readonly Row[]
  readonly selection: RowSelection<Row>
  readonly label: string
  readonly isLabelShown?: boolean
  readonly onToggle: () => void
}) => {
  const selectable = rows.filter(canSelect)
  const count = selectable.filter(isSelected).length
  return (
    <Checkbox
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      checked={count > 0 && count === selectable.length}
      indeterminate={count > 0 && count < selectable.length}
      disabled={selectable.length === 0}
      onChange={onToggle}
    />
  )
}

/** In the table head, or above the rows on phones, which hide the head. */
const SelectAll = <Row,>(props: Pick<Parameters<typeof SelectRows<Row>>[0], 'rows' | 'selection' | 'isLabelShown'>) => (
  <SelectRows {...props} label={SELECT_ALL} onToggle={props.selection.onToggleAll} />
)

/** Rows as they are shown: one on its own, or a group. */
interface Block<Row> {
  readonly key: number | null
  readonly rows: Row[]
}

const blocksOf = <Row,>(rows: readonly Row[], groups: RowGroups<Row> | undefined): Block<Row>[] => {
  const blocks: Block<Row>[] = []
  for (const row of rows) {
    const key = groups?.keyOf(row) ?? null
    const last = blocks.at(-1)
    if (key !== null && last?.key === key) last.rows.push(row)
    else blocks.push({ key, rows: [row] })
  }
  return blocks
}

const SORT_ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const

const SortButton = ({ title, sort: { direction, onSort } }: { readonly title: string; readonly sort: ColumnSort }) => {
  const Icon = SORT_ICONS[direction ?? 'none']
  return (
    <>
      <UnstyledButton className={styles.sort} data-sorted={direction !== undefined || undefined} onClick={onSort}>
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
      <span className={styles.plainTitle}>{title}</span>
    </>
  )
}

/** Longer text is cut off after some lines. */
const MAX_SHOWN = 100
/** Longer words may break anywhere; others keep their column as wide as they are. */
const LONG_WORD = /\S{25}/

const hasLongWord = (content: ReactNode) => typeof content === 'string' && LONG_WORD.test(content)

/** A table; on phones each row becomes a card with its values stacked. */
export const DataTable = <Row,>({
  ariaLabel,
  columns,
  rows,
  keyOf,
  emptyText,
  firstNumber = 1,
  isBusy = false,
  selection,
  groups,
  totals,
}: Props<Row>) => {
  if (rows === undefined) {
    return (
      <div role="status" aria-label="Loading..." className={styles.outlines}>
        <VisuallyHidden>Loading…</VisuallyHidden>
        {Array.from({ length: OUTLINES }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows never reorder
          <Skeleton key={row} height={20} />
        ))}
      </div>
    )
  }
  const heading = columns.find(({ isHeading }) => isHeading) ?? columns.find(({ key }) => key !== NUMBER)
  // Explicit roles: `display: block` on phones strips the implicit table roles.
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
        {blocksOf(rows, groups).flatMap((block, index) => [
          block.key !== null && groups && block.rows.length > 1 && (
            <Table.Tr key={`group ${block.key}`} role="row" className={styles.group}>
              {selection && (
                <Table.Td role="cell" className={styles.select}>
                  {block.rows.some(selection.canSelect) && (
                    <SelectRows
                      rows={block.rows}
                      selection={selection}
                      label={groups.labelOf(block.rows)}
                      onToggle={() => block.key !== null && groups.onToggle(block.key)}
                    />
                  )}
                </Table.Td>
              )}
              <Table.Td role="cell" colSpan={columns.length}>
                {groups.render(block.rows)}
              </Table.Td>
            </Table.Tr>
          ),
          ...block.rows.map((row) => (
            <Table.Tr
              key={keyOf(row)}
              role="row"
              data-selected={selection?.isSelected(row) || undefined}
              data-grouped={block.rows.length > 1 || undefined}
            >
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
              {columns.map((column) => {
                const content = column.render(row, firstNumber + index)
                const isLong = typeof content === 'string' && content.length > MAX_SHOWN
                return (
                  <Table.Td
                    key={column.key}
                    role="cell"
                    data-title={column.title}
                    data-align={column.align}
                    data-heading={column === heading || undefined}
                    data-number={column.key === NUMBER || undefined}
                    data-breaks={hasLongWord(content) || undefined}
                  >
                    {isLong ? <LongText text={content} /> : content}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          )),
        ])}
      </Table.Tbody>
      {totals && rows.length > 0 && (
        <Table.Tfoot role="rowgroup">
          <Table.Tr role="row" className={styles.totals}>
            {selection && <Table.Td role="cell" />}
            {columns.map(({ key, title, align }, index) => (
              // The first says what the row is, and needs no title on a phone.
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
        <SelectAll rows={rows} selection={selection} isLabelShown />
      </div>
      {table}
    </>
  )
}
