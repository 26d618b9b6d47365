/** What screens of one kind have their actors made of, whatever they list or edit. */
import { ApiError } from '#contract/failures.ts'
import type { PageSize } from '#contract/paging.ts'
import type { ListPage, ListPlace } from '#machines/common/paged-list.machine.ts'
import type { SaveRecordInput } from '#machines/common/record-form.machine.ts'
import type { RecordId, StoredValues } from '#machines/common/record-page.ts'
import { fromCall } from './from-call.ts'

/** The actor of a list: reads a page of what the filters leave. */
export const listActors = <Row, Filters>(
  read: (
    filters: Filters,
    paging: { pageIndex: number; pageSize: PageSize },
    signal: AbortSignal,
  ) => Promise<ListPage<Row>>,
) => ({
  loadPage: fromCall<ListPage<Row>, ListPlace<Filters>>(({ filters, page: pageIndex, size: pageSize }, signal) =>
    read(filters, { pageIndex, pageSize }, signal),
  ),
})

/** What the form of a new record opens with. */
export const blankRecord = <Values>(values: Values): StoredValues<Values> => ({ values, version: null, more: null })

interface RecordCalls<Values, More> {
  /** 'service' */
  readonly noun: string
  readonly read: (id: number, signal: AbortSignal) => Promise<StoredValues<Values, More>>
  /** Gives the new record's id. */
  readonly add: (values: Values) => Promise<{ id: number }>
  /** `entityCacheKey` is the version that the change is based on. */
  readonly edit: (values: Values, record: { id: number; entityCacheKey: string }) => Promise<unknown>
}

/** The actors of a page that adds or edits one record; without `blank` and `add`, of a form over one that there is. */
export const recordActors = <Values, More = null>({
  noun,
  blank,
  read,
  add,
  edit,
}: Pick<RecordCalls<Values, More>, 'noun' | 'read' | 'edit'> & {
  readonly blank?: StoredValues<Values, More>
  readonly add?: RecordCalls<Values, More>['add']
}) => ({
  readRecord: fromCall<{ stored: StoredValues<Values, More> }, { subject: RecordId }>(
    async ({ subject: id }, signal) => {
      if (id === 'new' && blank) return { stored: blank }
      // An address may name anything.
      if (id === 'new' || !Number.isInteger(id)) throw new ApiError(404, `There is no such ${noun}.`)
      return { stored: await read(id, signal) }
    },
  ),
  // Not aborted when its page goes: what was submitted is saved.
  saveRecord: fromCall<{ outcome: number | null }, SaveRecordInput<RecordId, StoredValues<Values, More>, Values>>(
    async ({ subject: id, stored: { version }, values }) => {
      if (id === 'new') return { outcome: (await add?.(values))?.id ?? null }
      await edit(values, { id, entityCacheKey: version ?? '' })
      return { outcome: id }
    },
  ),
})
