/** A report on the server: the handlers of its endpoints and its documents, from its definition and its queries. */
import type { Endpoint } from '#contract/endpoint.ts'
import type {
  DetailsView,
  Report,
  ReportColumn,
  ReportFileEndpoint,
  Sort,
  Totals,
} from '#contract/reports/define-report.ts'
import type { DetailFormat, DetailsEndpoint } from '#contract/reports/details-view.ts'
import { alignOf, type CellValue } from '#contract/reports/report-cells.ts'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { formatOfDownload } from '#contract/reports/report-files.ts'
import type { ReportRequest } from '#contract/reports/report-request.ts'
import { savedReportMessages } from '#domain/reports.ts'
import { readOrganizationLogo } from '#server/areas/organization/logo.ts'
import { readOrganization } from '#server/db/organization.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { runInThread } from '#server/documents/document-threads.ts'
import {
  type DocumentColumn,
  type ReportDocument,
  type ReportDocuments,
  totalsOf,
} from '#server/documents/report/report-layout.ts'
import { FileReply, type Handler } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type AnyDetailsTable, type DetailsQuery, readDetails } from './details-query.ts'
import { filterWords } from './filter-words.ts'
import { createDetails } from './report-details.ts'
import { maxRowsOf, refuseTooMany } from './report-limits.ts'
import { type Asked, type ReportQuery, type ReportScope, readRows, readTotals } from './report-query.ts'
import type { ServedDetails, ServedReport } from './served-report.ts'

const common = async ({ db, now, timeZone }: Asked) => {
  const { name, currency, locale } = await readOrganization(db)
  return { organization: name, logo: await readOrganizationLogo(db), money: { currency, locale }, now, timeZone }
}

const LAST_MONTH = 'Dates: one month, up to the day it is opened'

const notesOf = (...parts: readonly { readonly note?: string }[]): string[] => parts.flatMap(({ note }) => note ?? [])

const isSpreadsheet = (format: ReportFormat): boolean => format === 'xlsx' || format === 'csv'

/** The width of the row numbers, as a part of the other columns' width. */
const NUMBER_SHARE = 0.08

const listingOf = async <Values, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, Chart>,
  format: ReportFormat,
  { user, ...asked }: Asked,
  values: Values,
  sort: Sort<Key> | undefined,
): Promise<ReportDocument> => {
  const scope: ReportScope<Values> = { ...asked, user, values }
  const { rows, total } = await readRows(report, query, scope, { sort, limit: maxRowsOf([format]), offset: 0 })
  refuseTooMany([format], total)
  const columns = Object.values(report.columns as Report<Values, Row, string, Sum, Chart>['columns'])
    .filter(({ isShown }) => isShown?.(values) !== false)
    .flatMap((column): readonly ReportColumn<Row, Values, Totals<Row, Sum>>[] =>
      isSpreadsheet(format) ? (column.inSpreadsheets ?? [column]) : [column],
    )
  const totals = columns.some(({ total: of }) => of) && (await readTotals(report, query, scope))
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  const number: DocumentColumn = {
    ...{ kind: 'number', title: report.numberTitle ?? 'ID', align: 'start' },
    // Its row of totals says 'Total'.
    share: Math.max(0.5, shares * NUMBER_SHARE),
  }
  return {
    ...(await common({ ...asked, user })),
    format,
    title: report.titleOf?.(values) ?? report.title,
    filters: await filterWords(scope, report.filters),
    notes: notesOf(report),
    columns: [
      number,
      ...columns.map(({ kind, decimals, title, share = 1 }) => ({
        ...{ kind, title, share },
        ...(decimals !== undefined && { decimals }),
        align: alignOf({ kind }),
      })),
    ],
    rows: rows.map((row, index): CellValue[] => [index + 1, ...columns.map(({ value }) => value(row))]),
    ...(totals && rows.length > 0 && { totals: ['Total', ...columns.map(({ total: of }) => of?.(totals))] }),
    emptyText: report.emptyText,
  }
}

/** A table as a document. */
const documentOf = async (asked: Asked, table: AnyDetailsTable, formats: readonly DetailFormat[], limit?: number) => {
  const most = maxRowsOf(formats)
  const shared = await common(asked)
  const { total, columns, rows, groupBy, chart } = await readDetails(asked.db, table, {
    limit: Math.min(limit ?? most, most),
    money: shared.money,
  })
  refuseTooMany(formats, total)
  const totals = totalsOf(columns, rows)
  return {
    total,
    content: {
      ...shared,
      ...{ columns, rows },
      ...(groupBy !== undefined && { groupBy }),
      ...(totals && { totals }),
      ...(chart && { chart }),
    },
  }
}

const detailsOf = <Values, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  view: DetailsView<Values, Row>,
  query: DetailsQuery<Values, never>,
): ServedDetails => {
  const formats = Object.keys(view.files) as DetailFormat[]
  const parse = (request: ReportRequest) => {
    const body = view.call.body.parse(request)
    return { values: report.valuesOf(body), more: body as never }
  }
  return {
    name: view.name,
    access: report.access,
    formats,
    fileNameOf: (format) => view.files[format] ?? '',
    read: async (asked, request, limit) => {
      const { values, more } = parse(request)
      const table = query({ ...asked, values, more })
      const { total, content } = await documentOf(asked, table, formats, limit)
      return {
        total,
        content: {
          ...content,
          title: table.title ?? view.titleOf?.(values) ?? report.titleOf?.(values) ?? report.title,
          filters: await filterWords({ ...asked, values }, report.filters),
          notes: notesOf(report, table),
          emptyText: report.emptyText,
        },
      }
    },
  }
}

/** The details of each row of the listing. */
const detailsOfRows = async <Values, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, Chart>,
  details: ServedDetails,
  format: ReportFormat,
  asked: Asked,
  values: Values,
): Promise<ReportDocument[]> => {
  const all = { sort: undefined, limit: maxRowsOf([format]), offset: 0 }
  const { rows } = await readRows(report, query, { ...asked, values }, all)
  const ofRow = report.view?.ofRow
  if (!ofRow) throw new Error(`${report.name} has no details of a row`)
  const documents: ReportDocument[] = []
  for (const row of rows) {
    const { values: rowValues, more } = ofRow(row)
    const { content } = await details.read(asked, { ...report.request({ ...values, ...rowValues }), ...more })
    documents.push({ ...content, format })
  }
  return documents
}

/** Creates a handler for each of the report's endpoints, and what jobs need of it. */
export const serveReport = <
  Values,
  Row,
  Key extends string,
  Sum extends string,
  Chart,
  Endpoints extends Readonly<Record<string, Endpoint>>,
>(
  report: Report<Values, Row, Key, Sum, Chart> & { readonly endpoints: Endpoints },
  query: ReportQuery<Values, Key, Chart>,
  detailsQuery?: DetailsQuery<Values, never>,
): ServedReport & { readonly handlers: { readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]> } } => {
  const { calls, view } = report
  const details = view && detailsQuery && detailsOf(report, view, detailsQuery)
  if (view && !details) throw new Error(`${report.name} has no query for its details`)
  /** What a file of the report has. */
  const documentsOf = async (
    format: ReportFormat,
    asked: Asked,
    values: Values,
    sort: Sort<Key> | undefined,
  ): Promise<ReportDocuments> => {
    const [first, ...others] =
      report.filesHaveDetails && details ? await detailsOfRows(report, query, details, format, asked, values) : []
    return first ? [first, ...others] : [await listingOf(report, query, format, asked, values, sort)]
  }
  const handlers = new Map<Endpoint, unknown>()
  const add = <E extends Endpoint>(endpoint: E | undefined, handler: Handler<E>) => {
    if (endpoint) handlers.set(endpoint, handler)
  }
  add(calls.records, async ({ body, ...context }) => {
    const scope = { ...context, values: report.valuesOf(body) }
    const { rows, total } = await readRows(report, query, scope, { sort: body.sort, ...rangeOf(body) })
    return replyPage(body, rows, total)
  })
  add(calls.totals, ({ body, ...context }) => readTotals(report, query, { ...context, values: report.valuesOf(body) }))
  add(calls.chart, async ({ body, ...context }) => {
    if (!query.chart) throw new Error(`The query of ${report.name} has no chart`)
    return query.chart({ ...context, values: report.valuesOf(body) })
  })
  for (const [own, endpoint] of Object.entries(calls.files) as [ReportFormat, ReportFileEndpoint<Key>][]) {
    add(endpoint, async ({ body, db, user, now, timeZone }) => {
      const asked = { db, user, now, timeZone }
      const format = formatOfDownload(body.downloadTypeId) ?? own
      const documents = await documentsOf(format, asked, report.valuesOf(body), body.sort)
      return new FileReply(await runInThread('writeReport', documents), report.downloads[format])
    })
  }
  /** The filters and the order of a screen's address. @throws Refusal 400 for what the report refuses */
  const read = (address: string) => {
    const parameters = new URLSearchParams(address)
    const values = report.filters.read(parameters)
    const written: Readonly<Record<string, string>> = report.filters.write(values)
    // A filter that was dropped would show more than was asked.
    for (const [name, text] of parameters) {
      if (name in written && written[name] !== text) throw new Refusal(400, savedReportMessages.badFilters)
    }
    const { data: body, error } = calls.records.body.safeParse({
      ...report.request(values),
      sort: parameters.get('sort') ?? undefined,
    })
    if (!body) throw new Refusal(400, error?.issues[0]?.message ?? savedReportMessages.badFilters)
    return { values, sort: body.sort }
  }
  add(view?.call as DetailsEndpoint | undefined, async ({ body, db, user, now, timeZone }) => {
    if (!details) throw new Error(`${report.name} has no details`)
    const asked = { db, user, now, timeZone }
    await query.logReading?.({ ...asked, values: report.valuesOf(body) })
    return createDetails(details, asked, body)
  })
  return {
    name: report.name,
    title: report.title,
    path: report.path,
    access: report.access,
    checkAddress: (address) => {
      read(address)
    },
    describe: async (asked, address, isDated) => {
      const parameters = new URLSearchParams(address)
      const opensWithLastMonth = report.dates === 'lastMonth' && !parameters.has('from') && !parameters.has('to')
      const list = report.filters.list.filter(({ kind }) => kind !== 'dateRange' || (isDated && !opensWithLastMonth))
      const words = await filterWords(
        { ...asked, values: report.filters.read(parameters) },
        { ...report.filters, list },
      )
      return isDated && opensWithLastMonth ? [...words, LAST_MONTH] : words
    },
    writeFile: async (asked, address, format) => {
      const { values, sort } = read(address)
      return runInThread('writeReport', await documentsOf(format, asked, values, sort))
    },
    details,
    // `add` has matched each endpoint with a handler of its type.
    handlers: Object.fromEntries(
      Object.entries(report.endpoints).map(([name, endpoint]) => [name, handlers.get(endpoint)]),
    ) as never,
  }
}
