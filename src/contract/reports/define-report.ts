/**
 * A report is a definition that client and server share: its screen, address and menu entries, endpoints, paging and
 * sorting, the PDF, Excel and Word files, and the tests are built from it. See CONTRIBUTING.
 */

import { z } from 'zod'
import { type Decimal, decimalText } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { capitalized } from '#domain/words.ts'
import {
  defineEndpoint,
  defineFile,
  type Endpoint,
  type FileEndpoint,
  type GuardedAccess,
  ownProviderId,
} from '../endpoint.ts'
import type { Filters } from '../filters.ts'
import { type PageSize, pageOf, paging, type RowLists, sortBy } from '../paging.ts'
import type { ExplainedAmount } from '../why.ts'
import { type DetailsEndpoint, type DetailsViewParts, reportDetailsSchema } from './details-view.ts'
import type { CellFormat, CellKind, CellValues } from './report-cells.ts'
import { CONTENT_TYPES, DOWNLOAD_TYPE_IDS, downloadTypeIdOf, type ReportFormat } from './report-files.ts'
import type { ReportBars, ReportDetails } from './report-parts.ts'
import type { ReportPlace } from './report-places.ts'
import { type ReportRequest, requestCodec, type WireNames } from './report-request.ts'

type ColumnOf<Kind extends CellKind, Row, Totals> = CellFormat & {
  readonly kind: Kind
  readonly title: string
  readonly value: (row: Row) => CellValues[Kind] | undefined
  /** The column's cell in the row of totals. */
  readonly total?: (totals: Totals) => CellValues[Kind]
}

/** The spec's styles of a status (spec 3, section 2). */
export type Badge = 'accepted' | 'pending' | 'rejected'

interface ColumnParts<Row, Values> {
  /** The column's width in documents, relative to the other columns. Default 1. */
  readonly share?: number
  /** A CSS length. By default, the column fits its content. */
  readonly width?: string
  /** The page that a click on the cell opens, if the row has one. */
  readonly href?: (row: Row) => string | undefined
  /** The key of that page's screen: without it, the cell is not a link. */
  readonly screenKey?: ScreenKey
  /** The details that a click on the cell shows. */
  readonly details?: ReportDetails<Row>
  /** The amount that a button next to the cell explains, and what it is: 'Gross Base: Paul Provider'. */
  readonly explains?: (row: Row) => { readonly of: ExplainedAmount; readonly about: string } | undefined
  /** Shows the cell as a badge. */
  readonly badge?: (row: Row) => Badge
  /** What the column is sorted by, if not by what it shows. */
  readonly sortedAs?: CellKind
  /** For a column that is shown only with certain filters. */
  readonly isShown?: (values: Values) => boolean
}

type AnyColumnOf<Row, Totals> = { [Kind in CellKind]: ColumnOf<Kind, Row, Totals> }[CellKind]

/** A column of the screen and of every document. */
export type ReportColumn<Row, Values, Totals> = ColumnParts<Row, Values> &
  AnyColumnOf<Row, Totals> & {
    /** What takes its place in Excel and CSV files, where nobody could add up what it shows. */
    readonly inSpreadsheets?: readonly AnyColumnOf<Row, Totals>[]
  }

interface ReportChart<Data> {
  readonly path?: Endpoint['path']
  readonly summary: string
  readonly data: z.ZodType<Data>
  readonly bars: (data: Data, money: MoneyFormat) => ReportBars
}

/** The keys of a row's fields that can be added up: numbers, and amounts of money, which are text. */
type Summed<Row> = { [Key in keyof Row]: Row[Key] extends number | Decimal ? Key : never }[keyof Row] & string

export type Totals<Row, Sum extends string> = { readonly [Key in Sum]: Key extends keyof Row ? Row[Key] : never }
export type Sort<Key extends string> = Key | `-${Key}`

/** A report without its endpoints. */
interface ReportParts<Values, Row, Key extends string, Sum extends string, Chart> extends ReportPlace {
  /** In camelCase. The endpoints are `get…Records`, `get…Totals`, `get…Chart` and `download…Pdf`. */
  readonly name: string
  /** For a report whose title depends on its filters. */
  readonly titleOf?: (values: Values) => string
  readonly filters: Filters<Values>
  /** For a report of the caller's own rows: its bodies name their provider. The query selects the rows by the caller. */
  readonly isOwn?: true
  /** Adds a Submit button, which applies changed filters at once. A report that doesn't load on open has one anyway. */
  readonly hasSubmit?: true
  /** Adds a Print button, which shows the PDF file. */
  readonly hasPrint?: true
  /** The initial dates: one month up to today in the organization's time zone. Default: all dates. */
  readonly dates?: 'lastMonth'
  /** If false, the table is shown only after the user submits the filters. Default true. */
  readonly loadsOnOpen?: boolean
  readonly row: z.ZodObject
  readonly columns: Readonly<Record<Key, ReportColumn<Row, Values, Totals<Row, Sum>>>>
  readonly keyOf: (row: Row) => string | number
  /** The default order; '-date' is newest first. */
  readonly order: Sort<NoInfer<Key>>
  /** The fields that are added up over all pages. */
  readonly totals?: readonly Sum[]
  readonly chart?: ReportChart<Chart>
  /** What a reader should know about its figures; on screen and in documents. */
  readonly note?: string
  readonly emptyText: string
  /** The heading of the row numbers. Default 'ID'. */
  readonly numberTitle?: string
  /** The file names by format. */
  readonly downloads: Readonly<Partial<Record<ReportFormat, string>>>
  /** Its files have the details of each row one after another, for a listing that only names what there is. */
  readonly filesHaveDetails?: true
}

type None = Endpoint['params']
type Ordered<Key extends string> = ReportRequest & { sort?: Sort<Key> | undefined }
type Paged<Key extends string> = Ordered<Key> & { pageIndex: number; pageSize: PageSize }
type PageCodec<Row> = ReturnType<typeof pageOf<z.ZodType<Row>>>

/** The details of a report with their endpoint. */
export interface DetailsView<Values, Row, More extends z.ZodRawShape = z.ZodRawShape>
  extends DetailsViewParts<Values, Row, More> {
  readonly call: DetailsEndpoint<More>
}

export type ReportEndpoint<Body, Data extends z.ZodType> = Endpoint<
  None,
  None,
  z.ZodType<Body, ReportRequest>,
  Data,
  GuardedAccess
>
type RecordsEndpoint<Row, Key extends string> = ReportEndpoint<Paged<Key>, PageCodec<Row>>
type TotalsEndpoint<Row, Sum extends string> = ReportEndpoint<ReportRequest, z.ZodType<Totals<Row, Sum>>>
type ChartEndpoint<Chart> = ReportEndpoint<ReportRequest, z.ZodType<Chart>>
export type ReportFileEndpoint<Key extends string> = FileEndpoint<
  None,
  None,
  z.ZodType<Ordered<Key>, ReportRequest>,
  GuardedAccess
>

/** A report with its endpoints, for the screen and the server. */
export interface Report<Values, Row, Key extends string, Sum extends string, Chart>
  extends ReportParts<Values, Row, Key, Sum, Chart> {
  /** Builds the body from the filters' values, without page and order. */
  readonly request: (values: Values) => ReportRequest
  /** Reads the filters' values from a parsed body. */
  readonly valuesOf: (body: ReportRequest) => Values
  readonly calls: {
    readonly records: RecordsEndpoint<Row, Key>
    readonly totals: TotalsEndpoint<Row, Sum> | undefined
    readonly chart: ChartEndpoint<Chart> | undefined
    readonly files: Readonly<Partial<Record<ReportFormat, ReportFileEndpoint<Key>>>>
  }
  /** What the body of a file's call has in addition. */
  readonly fileBody: (format: ReportFormat) => { readonly downloadTypeId?: number }
  readonly view: DetailsView<Values, Row> | undefined
}

/** The report's endpoints by name, for `api` in api.ts. */
type ReportEndpoints<
  Name extends string,
  Row,
  Key extends string,
  Sum extends string,
  Chart,
  Format,
  More extends z.ZodRawShape,
> = {
  readonly [N in `get${Capitalize<Name>}Records`]: RecordsEndpoint<Row, Key>
} & {
  readonly [N in [Sum] extends [never] ? never : `get${Capitalize<Name>}Totals`]: TotalsEndpoint<Row, Sum>
} & {
  readonly [N in [Chart] extends [never] ? never : `get${Capitalize<Name>}Chart`]: ChartEndpoint<Chart>
} & {
  readonly [N in `download${Capitalize<Name>}${Capitalize<Format & string>}`]: ReportFileEndpoint<Key>
} & {
  readonly [N in [More] extends [never] ? never : `view${Capitalize<Name>}`]: DetailsEndpoint<More>
}

/** The formats in the names of the files' endpoints: the one of the spec is `download…File`. */
type FileNames<Format, FilesPath> = [FilesPath] extends [never]
  ? Format
  : 'file' | Exclude<Format, keyof typeof DOWNLOAD_TYPE_IDS>

/** Whether a field of the row is an amount of money. */
export const isMoney = (row: z.ZodObject, field: string): boolean => row.shape[field] instanceof z.ZodString

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

/**
 * @param definition.listing the spec's endpoint: its path, the name of its rows, and the names of the filters' values
 *   that differ from ours. The report's other endpoints extend its path.
 * @param definition.filesPath the spec's one endpoint of the Excel, Word and PDF files, with a `downloadTypeId`; by
 *   default each format has its own
 */
export const defineReport = <
  const Name extends string,
  Values extends object,
  Shape extends z.ZodRawShape,
  const Key extends string,
  const Format extends ReportFormat,
  const Sum extends Summed<z.output<z.ZodObject<Shape>>> = never,
  Chart = never,
  More extends z.ZodRawShape = never,
  FilesPath extends Endpoint['path'] = never,
>({
  listing: { path, rows, total, summary, names = {} },
  view: viewParts,
  filesPath,
  ...parts
}: ReportParts<Values, z.output<z.ZodObject<Shape>>, Key, Sum, Chart> & {
  readonly name: Name
  readonly row: z.ZodObject<Shape>
  readonly downloads: Readonly<Record<Format, string>>
  readonly filesPath?: FilesPath
  readonly listing: {
    readonly path: Endpoint['path']
    readonly rows: string | RowLists<z.output<z.ZodObject<Shape>>>
    /** Default 'totalRecords'. */
    readonly total?: string
    readonly summary: string
    readonly names?: WireNames
  }
  readonly view?: DetailsViewParts<Values, z.output<z.ZodObject<Shape>>, More>
}): Omit<Report<Values, z.output<z.ZodObject<Shape>>, Key, Sum, Chart>, 'view'> & {
  readonly endpoints: ReportEndpoints<
    Name,
    z.output<z.ZodObject<Shape>>,
    Key,
    Sum,
    Chart,
    FileNames<Format, FilesPath>,
    More
  >
  readonly view: [More] extends [never] ? undefined : DetailsView<Values, z.output<z.ZodObject<Shape>>, More>
} => {
  type Row = z.output<z.ZodObject<Shape>>
  const { access, filters, columns, totals, chart, downloads, title } = parts
  const sort = sortBy(...keysOf(columns))
  const { requestOf, valuesOf, schemaOf } = requestCodec(filters, names, parts.isOwn && { providerId: ownProviderId })
  const filterBody = schemaOf({})
  const post = { method: 'POST', access, onlyReads: true } as const
  const formats = keysOf<Format>(downloads)
  const sharedFile =
    filesPath &&
    defineFile({
      ...post,
      path: filesPath,
      summary: `${title}: all pages as an Excel, Word or PDF file`,
      body: schemaOf({ sort, downloadTypeId: z.literal(Object.values(DOWNLOAD_TYPE_IDS)) }),
      contentType: 'application/octet-stream',
    })
  const isShared = (format: ReportFormat) => sharedFile !== undefined && format in DOWNLOAD_TYPE_IDS
  const calls = {
    records: defineEndpoint({
      ...post,
      path,
      summary,
      body: schemaOf({ ...paging, sort }),
      data: pageOf<z.ZodType<Row>>(rows, parts.row, total),
    }),
    totals:
      totals &&
      defineEndpoint({
        ...post,
        path: `${path}/totals`,
        summary: `${title}: totals of all pages`,
        body: filterBody,
        data: z.object(
          Object.fromEntries(totals.map((key) => [key, isMoney(parts.row, key) ? decimalText : z.number()])),
        ) as unknown as z.ZodType<Totals<Row, Sum>>,
      }),
    chart:
      chart &&
      defineEndpoint({
        ...post,
        path: chart.path ?? `${path}/chart`,
        summary: chart.summary,
        body: filterBody,
        data: chart.data,
      }),
    files: Object.fromEntries(
      formats.map((format) => [
        format,
        isShared(format)
          ? sharedFile
          : defineFile({
              ...post,
              path: `${path}/${format}`,
              summary: `${title}: all pages as a .${format} file`,
              body: schemaOf({ sort }),
              contentType: CONTENT_TYPES[format],
            }),
      ]),
    ),
  }
  const view = viewParts && {
    ...viewParts,
    call: defineEndpoint({
      // What it stores is the caller's own, and asking twice does no harm.
      ...post,
      path: `/api/report/${viewParts.name}`,
      summary: `${title}: makes the details, at once or as a job`,
      body: schemaOf(viewParts.more ?? {}, viewParts.requiredForAll),
      data: reportDetailsSchema,
    }),
  }
  const name = capitalized(parts.name)
  const endpoints = {
    [`get${name}Records`]: calls.records,
    ...(calls.totals && { [`get${name}Totals`]: calls.totals }),
    ...(calls.chart && { [`get${name}Chart`]: calls.chart }),
    ...Object.fromEntries(
      formats.map((format) => [
        `download${name}${capitalized(isShared(format) ? 'file' : format)}`,
        calls.files[format],
      ]),
    ),
    ...(view && { [`view${name}`]: view.call }),
  }
  const fileBody = (format: ReportFormat) => (isShared(format) ? { downloadTypeId: downloadTypeIdOf(format) } : {})
  // TypeScript can't compute these names; the return type lists them.
  return { ...parts, request: requestOf, valuesOf, calls, fileBody, view, endpoints } as never
}
