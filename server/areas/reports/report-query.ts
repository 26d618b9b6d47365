/** A report's query, and what is asked of it: one page in an order, all rows, totals of all pages. */
import { type SQL, sql } from 'drizzle-orm'
import type { Report, Sort, Totals } from '#contract/reports/define-report.ts'
import type { PooledDb } from '#server/db/database.ts'
import type { Caller } from '#server/http/handler.ts'

/** Whose report it is, of what, and when. A provider's own rows are for the query to choose, by `user`. */
export interface ReportScope<Values> {
  readonly values: Values
  readonly user: Caller
  readonly db: PooledDb
  readonly now: Date
  readonly timeZone: string
}

export interface ReportQuery<Values, Key extends string, Chart> {
  /** A select with a column for each field of the report's row, under the field's name; others only serve the order. */
  readonly rows: (scope: ReportScope<Values>) => SQL
  /** The columns of `rows` that each column of the report is ordered by. */
  readonly order: Readonly<Record<Key, readonly string[]>>
  /** Columns of `rows` that no two rows share: pages do not overlap. */
  readonly unique: readonly string[]
  /** Left out where the report has no chart. */
  readonly chart?: (scope: ReportScope<Values>) => Promise<Chart>
}

/** A query with its report, whose types it has to fit. */
export const defineQuery = <Values, Row, Key extends string, Sum extends string, Chart>(
  _: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, NoInfer<Chart>>,
): ReportQuery<Values, Key, Chart> => query

const named = (name: string, direction = 'asc') => sql`${sql.identifier(name)} ${sql.raw(direction)}`

/** The order asked for; rows that are equal in it stay in the usual order. */
const orderBy = <Key extends string>(
  { order, unique }: ReportQuery<never, Key, unknown>,
  sorts: readonly Sort<Key>[],
) => {
  const parts = sorts.flatMap((sort) => {
    const isBackwards = sort.startsWith('-')
    // What begins with '-' is a key behind it.
    const key = (isBackwards ? sort.slice(1) : sort) as Key
    return order[key].map((name) => named(name, isBackwards ? 'desc' : 'asc'))
  })
  return sql.join([...parts, ...unique.map((name) => named(name))], sql`, `)
}

const fieldsOf = (names: readonly string[], field: (name: string) => SQL) =>
  sql`json_build_object(${sql.join(
    names.map((name) => sql`${sql.raw(`'${name}'`)}, ${field(name)}`),
    sql`, `,
  )})`

interface Range<Key extends string> {
  readonly sort: Sort<Key> | undefined
  readonly limit: number
  readonly offset: number
}

/** Some rows, and how many there are. */
export const readRows = async <Values, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, Chart>,
  scope: ReportScope<Values>,
  { sort, limit, offset }: Range<Key>,
): Promise<{ rows: Row[]; total: number }> => {
  const order = orderBy(query, sort === undefined ? [report.order] : [sort, report.order])
  const { rows } = await scope.db.execute<{ total: number; rows: Row[] }>(sql`
    with report as (${query.rows(scope)}),
    page as (
      select *, row_number() over (order by ${order}) as "place of row" from report
      order by "place of row" limit ${limit} offset ${offset}
    )
    select (select count(*)::int from report) as total,
      (select coalesce(json_agg(${fieldsOf(Object.keys(report.row.shape), (name) => sql.identifier(name).getSQL())}
        order by "place of row"), '[]') from page) as rows`)
  return rows[0] ?? { rows: [], total: 0 }
}

/** The sums of the report's `totals`, of all its rows. */
export const readTotals = async <Values, Row, Key extends string, Sum extends string, Chart>(
  { totals = [] }: Report<Values, Row, Key, Sum, Chart>,
  query: ReportQuery<Values, Key, Chart>,
  scope: ReportScope<Values>,
): Promise<Totals<Sum> | undefined> => {
  if (totals.length === 0) return undefined
  const { rows } = await scope.db.execute<{ totals: Totals<Sum> }>(sql`
    select ${fieldsOf(totals, (name) => sql`coalesce(sum(${sql.identifier(name)}), 0)`)} as totals
    from (${query.rows(scope)}) report`)
  return rows[0]?.totals
}
