/** What a report shows beside its rows: what is behind a row, and a chart. */
import type { Call } from '../call.ts'

/** What is behind a row: a table in a dialog. */
export interface ReportDetails<Row> {
  readonly read: Call<Row, readonly unknown[]>
  readonly titleOf: (row: Row) => string
  /** Of the cell that opens them, after what it shows: whose they are. */
  readonly labelOf: (row: Row) => string
  /** What the table lists. */
  readonly name: string
  readonly numberTitle: string
  /** By their titles. */
  readonly columns: Readonly<Record<string, (row: unknown) => string>>
  readonly emptyText: string
  readonly failure: string
}

/** The same, with the rows' type checked where it is known. */
export const reportDetails = <Row, Item>({
  columns,
  ...details
}: Omit<ReportDetails<Row>, 'read' | 'columns'> & {
  readonly read: Call<Row, readonly Item[]>
  readonly columns: Readonly<Record<string, (item: Item) => string>>
}): ReportDetails<Row> =>
  // Its columns get what its call answers with.
  ({ ...details, columns: columns as ReportDetails<Row>['columns'] })

/** Bars above the table, and the same in words for those who do not see them. */
export interface ReportBars {
  /** Above the bars. */
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
    readonly cells: readonly number[]
  }[]
}
