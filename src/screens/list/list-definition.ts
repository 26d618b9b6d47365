import type { Call, ListEndpoint, ListPlace, RowOf } from '#contract/call.ts'
import { listCallOf } from '#contract/call.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import type { ListPage } from '#machines/common/paged-list.machine.ts'
import type { Details } from '#screens/details/define-details.tsx'
import type { ImportDefinition } from '#screens/import/import-definition.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import type { ListFilter } from './list-filter.ts'

export interface ListColumn<Row> extends Column<Row> {
  /** The cell is a button that opens these. */
  readonly details?: Details<Row>
  /** What that button is called, where what it shows does not say whose it is. */
  readonly labelOf?: (row: Row) => string
  readonly tooltip?: string
}

/** What can be done to a row. */
export interface RowAction<Row> {
  readonly call: Call<Row, unknown>
  /** Asked first; left out for what is as easily undone. */
  readonly question?: string
  /** Shown afterward, until OK; left out where the list itself shows it. Of a switch it depends on the row as it was. */
  readonly done?: string | ((row: Row) => string)
  /** Above the server's words for why it was not done: 'Not deleted'. */
  readonly failed: string
}

/** The switch of a list whose records are active or not: an inactive one can't be chosen any more. */
export interface StatusSwitch<Row> extends RowAction<Row> {
  readonly isActive: (row: Row) => boolean
}

/** A list without its call: what is shown of rows, and what can be done to them. */
interface ListParts<Row, Values> {
  readonly heading: string
  readonly filters: Filters<Values, ListFilter<Values>>
  /** How long filters settle before the list is read, in milliseconds. Default 500. */
  readonly filterDelay?: number
  /** After the running number, which comes first unless `isNumbered` is false, and before the row's actions. */
  readonly columns: readonly ListColumn<Row>[]
  readonly isNumbered?: boolean
  readonly keyOf: (row: Row) => string | number
  /** The row's name in dialogs and in the names of its buttons. */
  readonly nameOf: (row: Row) => string
  readonly emptyText: string
  /** The page that adds a record. */
  readonly add?: { readonly href: string; readonly label: string }
  /** The page that changes a row. */
  readonly editHref?: (row: Row) => string
  readonly deletion?: RowAction<Row>
  readonly status?: StatusSwitch<Row>
  /** Records can be added from a spreadsheet as well. */
  readonly imports?: ImportDefinition
}

export interface ListDefinition<Row, Values> extends ListParts<Row, Values> {
  readonly rows: Call<ListPlace<Values>, ListPage<Row>>
}

/**
 * A list is its definition: `ListScreen` shows it.
 *
 * @param definition.request the endpoint's request for the filters' values; the page is filled in
 */
export const defineList = <Values extends object, E extends ListEndpoint>({
  endpoint,
  request,
  ...parts
}: ListParts<RowOf<E>, Values> & {
  readonly endpoint: E
  readonly request: (values: Values) => RequestOf<E>
}): ListDefinition<RowOf<E>, Values> => ({ ...parts, rows: listCallOf(endpoint, request) })
