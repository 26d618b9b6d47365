/** The generic machines, wired to a page's calls and the app's client. */
import type { ApiClient, DownloadedFile } from '#contract/api-client.ts'
import type { Call, FileCall, ListPlace } from '#contract/call.ts'
import type { Follows } from '#contract/follow.ts'
import { type SendUploadInput, upload } from '../documents/upload.machine.ts'
import { type ConfirmActionMachine, confirmAction } from './confirm-action.machine.ts'
import { type DetailsMachine, details, type LoadDetailsInput } from './details.machine.ts'
import { type DownloadMachine, download } from './download.machine.ts'
import { fromCall } from './from-call.ts'
import { type LookupMachine, lookup } from './lookup.machine.ts'
import type { Pages, ReadPage, RememberPages } from './page-memory.ts'
import { type ListPage, type LoadPageInput, type PagedListMachine, pagedList, pagesOf } from './paged-list.machine.ts'
import { type RecordFormMachine, recordForm, type SaveRecordInput } from './record-form.machine.ts'
import { type AnyRun, type RunMachine, run } from './run.machine.ts'

/** What is one step away, and the changes that concern what is read. */
export type Ahead<Place, Data = unknown> = Pick<Pages<Place, Data>, 'follows' | 'next'>

interface ReadingAhead<Place, Data> {
  readonly rememberPages: RememberPages
  readonly ahead: Ahead<Place, Data>
}

const readerOf = <Place, Data>(
  client: ApiClient,
  call: Call<Place, Data>,
  reading: ReadingAhead<Place, Data> | undefined,
): ReadPage<Place, Data> => {
  const read: ReadPage<Place, Data> = (place, options) => call.run(client, place, options)
  return reading ? reading.rememberPages({ read, ...reading.ahead }) : read
}

interface ListOptions {
  /** Debounce of filter changes, in milliseconds; 500 by default. */
  readonly filterDelay?: number | undefined
  /** With it, the next page of a list is read ahead, if it is known what a page shows. */
  readonly rememberPages?: RememberPages | undefined
}

export const listMachine = <Row, Filters extends object>(
  client: ApiClient,
  rows: Call<ListPlace<Filters>, ListPage<Row>>,
  { filterDelay, rememberPages }: ListOptions = {},
): PagedListMachine<Row, Filters> => {
  const { shows } = rows
  const aheadOf = (follows: Follows): Ahead<ListPlace<Filters>, ListPage<Row>> => ({
    follows: () => follows,
    next: (place, { total }) => (place.page < pagesOf(total, place.size) ? [{ ...place, page: place.page + 1 }] : []),
  })
  const read = readerOf(client, rows, rememberPages && shows && { rememberPages, ahead: aheadOf(shows) })
  return pagedList<Row, Filters>().provide({
    actors: {
      loadPage: fromCall<ListPage<Row>, LoadPageInput<Filters>>(({ isUnattended = false, ...place }, signal) =>
        read(place, { signal, isUnattended }),
      ),
    },
    ...(filterDelay !== undefined && { delays: { filterDelay } }),
  })
}

/** @param reading with it, the subjects that are one step away are read ahead */
export const detailsMachine = <Subject, Data>(
  client: ApiClient,
  call: Call<Subject, Data>,
  reading?: ReadingAhead<Subject, Data>,
): DetailsMachine<Subject, Data> => {
  const read = readerOf(client, call, reading)
  return details<Subject, Data>().provide({
    actors: {
      loadDetails: fromCall<{ data: Data }, LoadDetailsInput<Subject>>(
        async ({ subject, isUnattended = false }, signal) => ({ data: await read(subject, { signal, isUnattended }) }),
      ),
    },
  })
}

export const lookupMachine = <Item>(client: ApiClient, items: Call<void, readonly Item[]>): LookupMachine<Item> =>
  lookup<Item>().provide({ actors: { loadItems: fromCall((_, signal) => items.run(client, undefined, { signal })) } })

/** An action isn't aborted when its screen closes. */
export const actionMachine = <Subject, Outcome>(
  client: ApiClient,
  act: Call<Subject, Outcome>,
): ConfirmActionMachine<Subject, Outcome> =>
  confirmAction<Subject, Outcome>().provide({
    actors: {
      act: fromCall<{ outcome: Outcome }, { subject: Subject }>(async ({ subject }) => ({
        outcome: await act.run(client, subject),
      })),
    },
  })

/** @param save makes the browser save the file */
export const downloadMachine = <Subject>(
  client: ApiClient,
  file: FileCall<Subject>,
  save: (file: DownloadedFile) => void,
): DownloadMachine<Subject> =>
  download<Subject>().provide({
    actors: {
      saveFile: fromCall(async ({ subject }, signal) => {
        const made = await file.run(client, subject, { signal })
        signal.throwIfAborted()
        save(made)
      }),
    },
  })

/** The calls of a run. */
export interface RunCalls<Order, Run extends AnyRun> {
  /** The latest one; null if there is none. Left out if nobody looks for it. */
  readonly latest?: Call<void, Run | null>
  /** Not aborted when its screen closes, unless it `onlyReads`. */
  readonly start: Call<Order, Run> & { readonly onlyReads?: boolean }
  readonly read: Call<Run['id'], Run | null>
  /** Left out if nobody can cancel it. */
  readonly cancel?: Call<Run['id'], Run>
}

export const runMachine = <Order, Run extends AnyRun>(
  client: ApiClient,
  { latest, start, read, cancel }: RunCalls<Order, Run>,
): RunMachine<Order, Run> =>
  run<Order, Run>().provide({
    actors: {
      findRun: fromCall(async (_, signal) => ({
        run: latest ? await latest.run(client, undefined, { signal }) : null,
      })),
      startRun: fromCall(async ({ order }, signal) => ({
        run: await start.run(client, order, start.onlyReads ? { signal } : {}),
      })),
      readRun: fromCall(async ({ id }, signal) => {
        const found = await read.run(client, id, { signal, isUnattended: true })
        if (found === null) throw new RangeError(`The reply to ${id} has no run`)
        return { run: found }
      }),
      ...(cancel && { cancelRun: fromCall(async ({ id }) => ({ run: await cancel.run(client, id) })) }),
    },
  })

/** A file with what else its form has. */
export interface Upload<Fields> {
  readonly file: File
  readonly fields: Fields
}

export const uploadMachine = <Outcome, Fields = null>(client: ApiClient, send: Call<Upload<Fields>, Outcome>) =>
  upload<File, Outcome, Fields>().provide({
    actors: {
      sendFile: fromCall<{ outcome: Outcome }, SendUploadInput<File, Fields>>(
        async ({ file, fields, onProgress }, signal) => ({
          outcome: await send.run(client, { file, fields }, { signal, onProgress }),
        }),
      ),
    },
  })

/** The calls of a form over one record. */
export interface RecordCalls<Subject, Stored, Values, Outcome> {
  /** What the form opens with. */
  readonly read: Call<Subject, Stored>
  /** Not aborted when the form's screen closes: submitted values get saved. */
  readonly save: Call<SaveRecordInput<Subject, Stored, Values>, Outcome>
}

export const recordMachine = <Subject, Stored, Values, Outcome>(
  client: ApiClient,
  { read, save }: RecordCalls<Subject, Stored, Values, Outcome>,
): RecordFormMachine<Subject, Stored, Values, Outcome> =>
  recordForm<Subject, Stored, Values, Outcome>().provide({
    actors: {
      readRecord: fromCall<{ stored: Stored }, { subject: Subject }>(async ({ subject }, signal) => ({
        stored: await read.run(client, subject, { signal }),
      })),
      saveRecord: fromCall<{ outcome: Outcome }, SaveRecordInput<Subject, Stored, Values>>(async (input) => ({
        outcome: await save.run(client, input),
      })),
    },
  })
