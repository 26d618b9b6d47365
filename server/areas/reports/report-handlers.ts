/** The handlers of a report's endpoints, from its definition and its query. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { Report, ReportFileEndpoint, ReportFormat } from '#contract/reports/define-report.ts'
import { alignOf, type CellValue } from '#contract/reports/report-cells.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { organisation } from '#server/db/schema.ts'
import { runInThread } from '#server/documents/document-threads.ts'
import type { DocumentColumn } from '#server/documents/report/report-layout.ts'
import { FileReply, type Handler, type HandlerContext } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { filterWords } from './filter-words.ts'
import { type ReportQuery, type ReportScope, readRows, readTotals } from './report-query.ts'

/** Row limits: no one reads longer files, and they would block their thread for too long. */
const FILES = {
  pdf: { name: 'A PDF file', maxRows: 10_000 },
  xlsx: { name: 'An Excel file', maxRows: 100_000 },
  docx: { name: 'A Word file', maxRows: 5_000 },
} as const satisfies Record<ReportFormat, unknown>

const tooLarge = (format: ReportFormat, total: number) => {
  const { name, maxRows } = FILES[format]
  const [limit, count] = [maxRows, total].map((number) => number.toLocaleString('en-US'))
  return new Refusal(400, `${name} can have at most ${limit} rows, but this report has ${count}. Narrow the filters.`)
}

const makeFile = async <Values, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, Chart>,
  format: ReportFormat,
  { body, db, user, now, timeZone }: HandlerContext<ReportFileEndpoint<Key>>,
) => {
  const { maxRows } = FILES[format]
  const values = report.valuesOf(body)
  const scope: ReportScope<Values> = { values, db, user, now, timeZone }
  const { rows, total } = await readRows(report, query, scope, { sort: body.sort, limit: maxRows, offset: 0 })
  if (total > maxRows) throw tooLarge(format, total)
  const totals = await readTotals(report, query, scope)
  const [owner] = await db.select({ name: organisation.name }).from(organisation)
  const columns = Object.values(report.columns as Report<Values, Row, string, Sum, Chart>['columns']).filter(
    ({ isShown }) => isShown?.(values) !== false,
  )
  const number: DocumentColumn = { kind: 'number', title: report.numberTitle ?? 'ID', align: 'start', share: 0.5 }
  return runInThread('writeReport', {
    format,
    title: report.titleOf?.(values) ?? report.title,
    organization: owner?.name ?? '',
    filters: await filterWords(db, report.filters, values),
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
    now,
    timeZone,
  })
}

/** Creates a handler for each of the report's endpoints. */
export const reportHandlers = <
  Values,
  Row,
  Key extends string,
  Sum extends string,
  Chart,
  Endpoints extends Readonly<Record<string, Endpoint>>,
>(
  report: Report<Values, Row, Key, Sum, Chart> & { readonly endpoints: Endpoints },
  query: ReportQuery<Values, Key, Chart>,
): { readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]> } => {
  const { calls } = report
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
  for (const [format, endpoint] of Object.entries(calls.files) as [ReportFormat, ReportFileEndpoint<Key>][]) {
    add(endpoint, async (context) => {
      const content = await makeFile(report, query, format, context)
      return new FileReply(content, report.downloads[format])
    })
  }
  // `add` has matched each endpoint with a handler of its type.
  return Object.fromEntries(
    Object.entries(report.endpoints).map(([name, endpoint]) => [name, handlers.get(endpoint)]),
  ) as never
}
