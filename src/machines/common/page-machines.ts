/** The generic machines, wired to a page's calls and the app's client. */
import type { ApiClient, CallOptions, DownloadedFile } from '#contract/api-client.ts'
import type { Call, FileCall, ListPlace } from '#contract/call.ts'
import type { Follow } from '#contract/follow.ts'
import type { LiveTopic } from '#contract/live.ts'
import {
  cancelReportDetails,
  detailFile,
  type ReportDetailsFile,
  readReportDetails,
} from '#contract/reports/details-view.ts'
import { type SendUploadInput, upload } from '../documents/upload.machine.ts'
import { type ConfirmActionMachine, confirmAction } from './confirm-action.machine.ts'
import { type DetailsMachine, details, type LoadDetailsInput } from './details.machine.ts'
import { type DownloadMachine, download } from './download.machine.ts'
import { fromCall } from './from-call.ts'
import { type LookupMachine, lookup } from './lookup.machine.ts'
import type { PageMemory, Shown } from './page-memory.ts'
import { type ListPage, type LoadPageInput, type PagedListMachine, pagedList, pagesOf } from './paged-list.machine.ts'
import { type RecordFormMachine, recordForm, type SaveRecordInput } from './record-form.machine.ts'
import { type ReportDetailsMachine, reportDetails } from './report-details.machine.ts'

interface ListOptions<Row> {
  /** Debounce of filter changes, in milliseconds; 500 by default. */
  readonly filterDelay?: number | undefined
  /** The changes that concern the list. */
  readonly follows?: readonly LiveTopic[] | undefined
  /** Keeps pages, and reads the next one ahead, of a list that follows changes. */
  readonly memory?: PageMemory<ListPage<Row>> | undefined
}

export const listMachine = <Row, Filters extends object>(
  client: ApiClient,
  rows: Call<ListPlace<Filters>, ListPage<Row>>,
  { filterDelay, follows = [], memory }: ListOptions<Row> = {},
): PagedListMachine<Row, Filters> =>
  pagedList<Row, Filters>().provide({
    actors: {
      loadPage: fromCall<ListPage<Row>, LoadPageInput<Filters>>(({ isUnattended = false, ...place }, signal) => {
        const options = { signal, isUnattended }
        if (memory === undefined || follows.length === 0) return rows.run(client, place, options)
        const shownOf = (at: ListPlace<Filters>): Shown<ListPage<Row>> => ({
          key: JSON.stringify(at),
          follows: follows.map((topic) => ({ topic })),
          read: (how) => rows.run(client, at, how),
          next: ({ total }) => (at.page < pagesOf(total, at.size) ? [shownOf({ ...at, page: at.page + 1 })] : []),
        })
        return memory.show(shownOf(place), options)
      }),
    },
    ...(filterDelay !== undefined && { delays: { filterDelay } }),
  })

/** How subjects are read ahead. */
export interface ReadAhead<Subject> {
  /** The changes that concern a subject. */
  readonly follows: (subject: Subject) => readonly Follow[]
  /** The subjects that are one step away, the likeliest first. */
  readonly next: (subject: Subject) => readonly Subject[]
}

interface DetailsOptions<Subject, Data> {
  readonly ahead: ReadAhead<Subject>
  readonly memory: PageMemory<Data>
}

export const detailsMachine = <Subject, Data>(
  client: ApiClient,
  read: Call<Subject, Data>,
  options?: DetailsOptions<Subject, Data>,
): DetailsMachine<Subject, Data> => {
  const shownOf = (subject: Subject, ahead: ReadAhead<Subject>): Shown<Data> => ({
    key: JSON.stringify(subject),
    follows: ahead.follows(subject),
    read: (how) => read.run(client, subject, how),
    next: () => ahead.next(subject).map((other) => shownOf(other, ahead)),
  })
  const load = (subject: Subject, how: CallOptions) =>
    options ? options.memory.show(shownOf(subject, options.ahead), how) : read.run(client, subject, how)
  return details<Subject, Data>().provide({
    actors: {
      loadDetails: fromCall<{ data: Data }, LoadDetailsInput<Subject>>(
        async ({ subject, isUnattended = false }, signal) => ({ data: await load(subject, { signal, isUnattended }) }),
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

/** @param make asks the server for the details */
export const reportDetailsMachine = <Subject>(
  client: ApiClient,
  make: Call<Subject, ReportDetailsFile>,
): ReportDetailsMachine<Subject> =>
  reportDetails<Subject>().provide({
    actors: {
      makeDetails: fromCall<ReportDetailsFile, { subject: Subject }>(({ subject }, signal) =>
        make.run(client, subject, { signal }),
      ),
      readDetails: fromCall((body: { id: string }, signal) => client.call(readReportDetails, { body }, { signal })),
      cancelDetails: fromCall((body: { id: string }) => client.call(cancelReportDetails, { body })),
      readFile: fromCall(({ details }: { details: ReportDetailsFile }, signal) =>
        detailFile.run(client, { details, format: 'pdf' }, { signal }),
      ),
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
