/** What a report shows in addition to its rows: the details of a row, and a chart. */
import type { Call } from '../call.ts'

/** The details of a row: a table in a dialog. */
export interface ReportDetails<Row> {
  readonly read: Call<Row, readonly unknown[]>
  readonly titleOf: (row: Row) => string
  /** Identifies the row; added to the accessible name of the cell that opens the details. */
  readonly labelOf: (row: Row) => string
  /** The table's name for screen readers. */
  readonly name: string
  readonly numberTitle: string
  /** By title. */
  readonly columns: Readonly<Record<string, (row: unknown) => string>>
  readonly emptyText: string
  readonly failure: string
}

/** Defines details; checks the columns against the type of the details' rows. */
export const reportDetails = <Row, Item>({
  columns,
  ...details
}: Omit<ReportDetails<Row>, 'read' | 'columns'> & {
  readonly read: Call<Row, readonly Item[]>
  readonly columns: Readonly<Record<string, (item: Item) => string>>
}): ReportDetails<Row> =>
  // The columns receive the rows that the call returns.
  ({ ...details, columns: columns as ReportDetails<Row>['columns'] })

/** A bar chart above the table, and its data as text for screen readers. */
export interface ReportBars {
  /** Shown above the bars. */
  readonly summary: string
  readonly caption: string
  readonly type: 'default' | 'stacked'
  readonly series: readonly { readonly name: string; readonly look: 'strong' | 'weak' }[]
  readonly heads: readonly string[]
  readonly points: readonly {
    readonly key: string
    readonly label: string
    readonly name: string
    readonly bars: readonly number[]
    readonly cells: readonly (number | string)[]
  }[]
}
