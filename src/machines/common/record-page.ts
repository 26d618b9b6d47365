/** What every page that adds or edits one record is about: `RecordPage` shows it, `recordForm` runs it. */
import type { PagedListMachine } from './paged-list.machine.ts'
import { type RecordFormMachine, recordForm } from './record-form.machine.ts'

/** The record's id; a page without one adds a record. */
export type RecordId = number | 'new'

/** What the form opens with, and the version that a change of it is based on; null for a new one. */
export interface StoredValues<Values, More = null> {
  values: Values
  version: string | null
  /** What the form shows and does not change. */
  more: More
}

/** Its outcome is the record's id; null where saving gives none. */
export type RecordPageMachine<Values, More = null> = RecordFormMachine<
  RecordId,
  StoredValues<Values, More>,
  Values,
  number | null
>

/** @returns the machine of such a page; provide it with `recordActors` */
export const recordPage = <Values, More = null>(): RecordPageMachine<Values, More> =>
  recordForm<RecordId, StoredValues<Values, More>, Values, number | null>()

/** What a form holds, as a draft of it is kept. */
export type FormContent = Record<string, unknown>

/** A list that words alone narrow, and that can be put in another order. */
export interface SearchFilters {
  search: string
  /** '' is its usual order. */
  sort: string
}
export type SearchedListMachine<Row> = PagedListMachine<Row, SearchFilters>
