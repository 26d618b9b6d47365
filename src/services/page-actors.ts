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

interface RecordCalls<Values> {
  /** 'service' */
  readonly noun: string
  /** What the form of a new record opens with. */
  readonly blank: Values
  readonly read: (id: number, signal: AbortSignal) => Promise<StoredValues<Values>>
  readonly add: (values: Values) => Promise<unknown>
  /** `entityCacheKey` is the version that the change is based on. */
  readonly edit: (values: Values, record: { id: number; entityCacheKey: string }) => Promise<unknown>
}

/** The actors of a page that adds or edits one record. */
export const recordActors = <Values>({ noun, blank, read, add, edit }: RecordCalls<Values>) => ({
  readRecord: fromCall<{ stored: StoredValues<Values> }, { subject: RecordId }>(async ({ subject: id }, signal) => {
    if (id === 'new') return { stored: { values: blank, version: null } }
    // An address may name anything.
    if (!Number.isInteger(id)) throw new ApiError(404, `There is no such ${noun}.`)
    return { stored: await read(id, signal) }
  }),
  // Not aborted when its page goes: what was submitted is saved.
  saveRecord: fromCall<{ outcome: null }, SaveRecordInput<RecordId, StoredValues<Values>, Values>>(
    async ({ subject: id, stored: { version }, values }) => {
      await (id === 'new' || version === null ? add(values) : edit(values, { id, entityCacheKey: version }))
      return { outcome: null }
    },
  ),
})
