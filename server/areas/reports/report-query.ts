/** A report's query, and how it is run: for one page, for all rows, and for the totals of all pages. */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import { isMoney, type Report, type Sort, type Totals } from '#contract/reports/define-report.ts'
import type { PooledDb } from '#server/db/database.ts'
import { runStatement } from '#server/db/prepared.ts'
import type { Caller } from '#server/http/handler.ts'

/** The filters' values, the user, and the time. If providers see only their own rows, the query selects them by `user`. */
export interface ReportScope<Values> {
  readonly values: Values
  readonly user: Caller
  readonly db: PooledDb
  readonly now: Date
  readonly timeZone: string
}

/** What every request of a report has, whatever its filters. */
export type Asked = Omit<ReportScope<unknown>, 'values'>

export interface ReportQuery<Values, Key extends string, Chart> {
  /** A SELECT with a column for each field of the report's row, named like it. Other columns are only for sorting. */
  readonly rows: (scope: ReportScope<Values>) => SQL
  /** For each column of the report, the columns of `rows` to sort by. */
  readonly order: Readonly<Record<Key, readonly string[]>>
  /** Columns of `rows` that together are unique, so that pages don't overlap. */
  readonly unique: readonly string[]
  /** Its statements are planned once (`runStatement`): only if the best plan doesn't depend on the filters' values. */
  readonly isPrepared?: boolean
  /** Logs that someone reads the report, for a report on people whose records have such a log. */
  readonly logReading?: (scope: ReportScope<Values>) => Promise<void>
  /** Only for a report with a chart. */
  readonly chart?: (scope: ReportScope<Values>) => Promise<Chart>
}

/** Defines a report's query; checks it against the report's types. */
export const defineQuery = <Values, Row, Key extends string, Sum extends string, Chart>(
  _: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, NoInfer<Chart>>,
): ReportQuery<Values, Key, Chart> => query

/** One text instead of many `sql` parts, which would be put together again for each request. */
const column = (name: string) => `"${name}"`

/** Sorts by `sorts` in turn, then by the unique columns. */
const orderBy = <Key extends string>(
  { order, unique }: ReportQuery<never, Key, unknown>,
  sorts: readonly Sort<Key>[],
): SQL => {
  const parts = sorts.flatMap((sort) => {
    const isBackwards = sort.startsWith('-')
    // '-' is followed by a key.
    const key = (isBackwards ? sort.slice(1) : sort) as Key
    return order[key].map((name) => `${column(name)} ${isBackwards ? 'desc' : 'asc'}`)
  })
  return sql.raw([...parts, ...unique.map(column)].join(', '))
}

const fieldsOf = (names: readonly string[], field: (name: string) => string) =>
  sql.raw(`json_build_object(${names.map((name) => `'${name}', ${field(name)}`).join(', ')})`)

/** Runs a statement that has one row. */
const readOne = async <Row extends QueryResultRow>(
  { isPrepared = false }: Pick<ReportQuery<never, never, unknown>, 'isPrepared'>,
  { db }: Pick<Asked, 'db'>,
  statement: SQL,
): Promise<Row | undefined> => (await runStatement<Row>(db, statement, { isPrepared }))[0]

interface Range<Key extends string> {
  readonly sort: Sort<Key> | undefined
  readonly limit: number
  readonly offset: number
}

/** Reads some rows, and the number of all rows; logs it where the report asks for that. */
export const readRows = async <Values, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, Chart>,
  scope: ReportScope<Values>,
  { sort, limit, offset }: Range<Key>,
): Promise<{ rows: Row[]; total: number }> => {
  await query.logReading?.(scope)
  const order = orderBy(query, sort === undefined ? [report.order] : [sort, report.order])
  const page = await readOne<{ total: number; rows: Row[] }>(
    query,
    scope,
    sql`
    with report as (${query.rows(scope)}),
    page as (select * from report order by ${order} limit ${limit} offset ${offset})
    select (select count(*)::int from report) as total,
      (select coalesce(json_agg(${fieldsOf(Object.keys(report.row.shape), column)} order by ${order}), '[]')
        from page) as rows`,
  )
  return page ?? { rows: [], total: 0 }
}

/** Adds up the report's `totals` over all rows. */
export const readTotals = async <Values, Row, Key extends string, Sum extends string, Chart>(
  { totals = [], row }: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, Chart>,
  scope: ReportScope<Values>,
): Promise<Totals<Row, Sum> | undefined> => {
  if (totals.length === 0) return undefined
  const sums = await readOne<{ totals: Totals<Row, Sum> }>(
    query,
    scope,
    sql`
    select ${fieldsOf(totals, (name) =>
      isMoney(row, name) ? `coalesce(sum(${column(name)}::numeric), 0)::text` : `coalesce(sum(${column(name)}), 0)`,
    )} as totals
    from (${query.rows(scope)}) report`,
  )
  return sums?.totals
}
