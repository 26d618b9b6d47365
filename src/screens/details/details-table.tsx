import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { DetailsDialog, type DetailsFrame } from './details-dialog.tsx'

interface Props<Subject, Row> extends DetailsFrame<Subject, readonly Row[]> {
  /** What the table lists, for those who cannot see it. */
  readonly ariaLabel: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly emptyText: string
}

/** What there is to say of a row, as a table in a dialog. */
export const DetailsTable = <Subject, Row>({ ariaLabel, columns, keyOf, emptyText, ...frame }: Props<Subject, Row>) => (
  <DetailsDialog {...frame} size="lg">
    {(rows) => <DataTable ariaLabel={ariaLabel} columns={columns} rows={rows} keyOf={keyOf} emptyText={emptyText} />}
  </DetailsDialog>
)
