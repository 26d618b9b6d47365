import type { ComponentType } from 'react'
import type { Call, ListEndpoint, ListPlace, RowOf } from '#contract/call.ts'
import { listCallOf } from '#contract/call.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import type { Filters } from '#contract/filters.ts'
import type { ListPage } from '#machines/common/paged-list.machine.ts'
import type { Details } from '#screens/details/define-details.tsx'
import type { ImportDefinition } from '#screens/import/import-definition.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import type { Icon } from '#ui/icon/icon.tsx'
import type { ListFilter } from './list-filter.ts'

export interface ListColumn<Row> extends Column<Row> {
  /** Makes the cell a button that opens these details. */
  readonly details?: Details<Row>
  /** The button's accessible name, if its content doesn't identify the row. */
  readonly labelOf?: (row: Row) => string
  readonly tooltip?: string
}

/** A question about a row, with choices. */
export interface RowQuestionProps<Row> {
  readonly row: Row
  /** Runs the action; `call` gets the row with the answer in it. */
  readonly onRun: (row: Row) => void
  /** Begins the action as without this question, because there is nothing to ask. */
  readonly onNothing: (row: Row) => void
  readonly onCancel: () => void
}

/** An action on a row. */
export interface RowAction<Row, Outcome = unknown> {
  readonly call: Call<Row, Outcome>
  /** The confirmation; omit it for an action, or a row, that is easily undone. */
  readonly question?: string | ((row: Row) => string | undefined)
  /** A question of its own before that, for the rows that need it. */
  readonly beforeRun?: {
    readonly isAsked: (row: Row) => boolean
    readonly Question: ComponentType<RowQuestionProps<Row>>
  }
  /** The button that confirms an act that destroys something: 'Delete school'. */
  readonly destructiveLabel?: string
  /** What the confirmation offers instead, with the row that `call` then gets; none without a label. */
  readonly alternative?: { readonly label: (row: Row) => string | undefined; readonly of: (row: Row) => Row }
  /** Shown afterward, until OK; omit it if the list shows the result. A switch passes the row as it was before. */
  readonly done?: string | ((row: Row) => string)
  /** The title of the failure dialog: 'Not deleted'. */
  readonly failed: string
  /** Whether the row has it; every row by default. */
  readonly isOffered?: (row: Row) => boolean
}

/** The action that removes a row from the list. */
interface RowDeletion<Row> extends RowAction<Row> {
  /** What its button says, if it isn't 'Delete'. */
  readonly verb?: string
  readonly icon?: Icon
}

/** The switch of records that are active or inactive; an inactive one can no longer be chosen. */
export interface StatusSwitch<Row> extends RowAction<Row> {
  readonly isActive: (row: Row) => boolean
  /** The user can't switch this row. */
  readonly isLocked?: (row: Row) => boolean
}

/** A list without its call: its columns and row actions. */
interface ListParts<Row, Values> {
  readonly heading: string
  readonly filters: Filters<Values, ListFilter<Values>>
  /** How long to debounce filter changes, in milliseconds. Default 500. */
  readonly filterDelay?: number
  /** Between the running number, which `isNumbered: false` removes, and the row's actions. */
  readonly columns: readonly ListColumn<Row>[]
  readonly isNumbered?: boolean
  readonly keyOf: (row: Row) => string | number
  /** The row's name in dialogs and in the names of its buttons. */
  readonly nameOf: (row: Row) => string
  readonly emptyText: string
  /** Shows `emptyText` also if the first page could not be loaded (spec 1, section 8). */
  readonly isEmptyOnFailure?: boolean
  /** The page that adds a record. */
  readonly add?: { readonly href: string; readonly label: string }
  /** The page that changes a row. */
  readonly editHref?: (row: Row) => string
  readonly deletion?: RowDeletion<Row>
  readonly status?: StatusSwitch<Row>
  /** Adds a button that imports records from a spreadsheet. */
  readonly imports?: ImportDefinition
  /** Pages don't hear of every change of what its rows show, so the next one is not read ahead. */
  readonly missesChanges?: true
  /** Adds a Search button to the filters, which apply by themselves as well. */
  readonly search?: {
    /** Shown at Search if no filter is set. */
    readonly noFilter: string
  }
}

export interface ListDefinition<Row, Values> extends ListParts<Row, Values> {
  readonly rows: Call<ListPlace<Values>, ListPage<Row>>
}

/**
 * Defines a list, for `ListScreen` to show.
 *
 * @param definition.request builds the endpoint's request from the filters; the page is added
 */
export const defineList = <Values extends object, E extends ListEndpoint>({
  endpoint,
  request,
  ...parts
}: ListParts<RowOf<E>, Values> & {
  readonly endpoint: E
  readonly request: (values: Values) => RequestOf<E>
}): ListDefinition<RowOf<E>, Values> => ({ ...parts, rows: listCallOf(endpoint, request) })
