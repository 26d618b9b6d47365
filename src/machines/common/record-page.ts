/** Types and calls of pages that add or edit one record: `RecordPage` shows it, `recordForm` runs it. */
import type { Call } from '#contract/call.ts'
import { ApiError } from '#contract/failures.ts'
import { capitalized } from '#domain/words.ts'
import type { RecordCalls } from './page-machines.ts'
import type { RecordFormMachine } from './record-form.machine.ts'

/** The record's id; a page without one adds a record. */
export type RecordId = number | 'new'

/** What the form opens with, and the version that edits are based on; null for a new record. */
export interface StoredValues<Values, More = null> {
  values: Values
  version: string | null
  /** What the form shows but doesn't edit. */
  more: More
}

/** Values entered over a stored record. */
export interface EditedRecord<Values> {
  readonly values: Values
  readonly id: number
  /** The version that the edit is based on. */
  readonly entityCacheKey: string
}

/** The page's calls; without `blank` and `add` it can only edit. */
export interface RecordPageCalls<Values, More = null> {
  /** What the form of a new record opens with. */
  readonly blank?: StoredValues<Values, More>
  /** Fills in what only the server knows, such as the only country; if it fails, the form opens blank. */
  readonly prefill?: Call<StoredValues<Values, More>, StoredValues<Values, More>>
  readonly read: Call<number, StoredValues<Values, More>>
  /** Its message, if any, is shown instead of the definition's. */
  readonly add?: Call<Values, { readonly id: number; readonly message?: string }>
  readonly edit: Call<EditedRecord<Values>, unknown>
  /** What is left to do after an edit, if anything; the confirmation says so. */
  readonly afterEdit?: Call<number, NextStep | null>
}

/** Something to do after a record was saved: a sentence, and a link to where it is done. */
export interface NextStep {
  readonly text: string
  readonly label: string
  readonly href: string
}

/** What was saved: the record's id, null if saving returns none. */
export interface SavedRecord {
  readonly id: number | null
  readonly message?: string
  readonly next?: NextStep
}

export type RecordPageMachine<Values, More = null> = RecordFormMachine<
  RecordId,
  StoredValues<Values, More>,
  Values,
  SavedRecord
>

export const blankRecord = <Values>(values: Values): StoredValues<Values> => ({ values, version: null, more: null })

/** @param noun 'service': for the message when an address names a missing record */
export const recordCallsOf = <Values, More>(
  noun: string,
  { blank, prefill, read, add, edit, afterEdit }: RecordPageCalls<Values, More>,
): RecordCalls<RecordId, StoredValues<Values, More>, Values, SavedRecord> => ({
  read: {
    run: async (client, id, options) => {
      if (id === 'new' && blank) return prefill ? prefill.run(client, blank, options).catch(() => blank) : blank
      if (id === 'new' || !Number.isInteger(id)) throw new ApiError(404, `${capitalized(noun)} not found.`)
      return read.run(client, id, options)
    },
  },
  save: {
    run: async (client, { subject: id, stored: { version }, values }) => {
      if (id === 'new') return (await add?.run(client, values)) ?? { id: null }
      await edit.run(client, { values, id, entityCacheKey: version ?? '' })
      // The record is saved, whether or not this is known.
      const next = await afterEdit?.run(client, id).catch(() => null)
      return { id, ...(next && { next }) }
    },
  },
})

/** A form's content, as stored in a draft. */
export type FormContent = Record<string, unknown>
