/** The parts of a form that lists of rows use, whatever its values are. */
import type { UseFormReturnType } from '@mantine/form'

export interface RowsForm {
  getInputProps(path: string): ReturnType<UseFormReturnType<object>['getInputProps']>
  setFieldValue(path: string, value: unknown): void
  insertListItem(path: string, item: unknown): void
  removeListItem(path: string, index: number): void
  key(path: string): string
}

/** What a list of rows needs of its form. */
export interface RowsFields {
  readonly form: RowsForm
  /** The message at a field, by its path. */
  readonly errorOf: (path: string) => string | undefined
  readonly isBusy: boolean
  readonly isView: boolean
}

interface Row {
  /** Null for a row that is not stored yet. */
  readonly id: number | null
  readonly isDeleted: boolean
}

export interface ShownRow<Of> {
  readonly row: Of
  /** Its place in the form. */
  readonly index: number
}

export const shownRows = <Of extends Row>(rows: readonly Of[]): readonly ShownRow<Of>[] =>
  rows.flatMap((row, index) => (row.isDeleted ? [] : [{ row, index }]))

/** Marks a stored row, which saving then deletes; drops one that was never stored. */
export const removeRow = (form: RowsForm, list: string, { row, index }: ShownRow<Row>): void => {
  if (row.id === null) form.removeListItem(list, index)
  else form.setFieldValue(`${list}.${index}.isDeleted`, true)
}
