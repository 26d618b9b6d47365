import { type Column, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/** Runs a statement: the database, or a transaction's handle. */
export type Executor = Pick<Db, 'execute'>

/** The column's name in the database: snake case, unless the schema gives another (server/db/database.ts). */
const nameOf = (column: Column) => (column.keyAsName ? toSnakeCase(column.name) : column.name)

/** A collation belongs to a column, not to a parameter. */
const typeOf = (column: Column) => sql.raw(column.getSQLType().replace(/ COLLATE .*/, ''))

const isArray = (column: Column) => column.getSQLType().endsWith('[]')

/** Maximum rows per statement: more use memory without saving time. */
const ROWS_AT_ONCE = 5000

/**
 * Inserts many rows with the same keys, faster than Drizzle's builder: one array parameter per column instead of one
 * parameter per value avoids long statements and PostgreSQL's limit of 65,535 parameters. Given ids are kept. Columns
 * missing from the first row get their default, and no other row may have them.
 *
 * @param options.keepExisting rows with an existing key are skipped
 */
export const bulkInsert = async <Table extends PgTable>(
  on: Executor,
  table: Table,
  rows: readonly { [key in keyof Table['$inferInsert']]?: unknown }[],
  options: { keepExisting?: boolean } = {},
): Promise<void> => {
  const [first] = rows
  if (!first) return
  const all = Object.entries(getTableColumns(table))
  const columns = all.filter(([key]) => key in first)
  const missing = all.filter(([key]) => !(key in first)).map(([key]) => key)
  const lost = missing.find((key) => rows.some((row) => (Reflect.get(row, key) ?? null) !== null))
  if (lost !== undefined) throw new RangeError(`The first row of ${getTableName(table)} has no ${lost}, but others do`)
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(nameOf(column))),
    sql`, `,
  )
  // Arrays are passed as text: an array of them would be one array of all their elements.
  const givenValue = ([, column]: (typeof columns)[number]) => {
    const value = sql`given.${sql.identifier(nameOf(column))}`
    return isArray(column) ? sql`${value}::${typeOf(column)}` : value
  }
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE)
    const arrays = columns.map(([key, column]) => {
      const values = part.map((row) => {
        const value: unknown = Reflect.get(row, key)
        return value === null || value === undefined ? null : column.mapToDriverValue(value)
      })
      return sql`${sql.param(values)}::${isArray(column) ? sql.raw('text') : typeOf(column)}[]`
    })
    await on.execute(
      sql`insert into ${table} (${names}) overriding system value
        select ${sql.join(columns.map(givenValue), sql`, `)} from unnest(${sql.join(arrays, sql`, `)}) as given (${names})${
          options.keepExisting ? sql` on conflict do nothing` : sql``
        }`,
    )
  }
}

/** Like `bulkInsert`, for rows without ids: returns theirs, in the order of the rows. */
export const insertNumbered = async <Table extends PgTable>(
  on: Executor,
  table: Table,
  rows: readonly { [key in keyof Table['$inferInsert']]?: unknown }[],
): Promise<number[]> => {
  const { rows: drawn } = await on.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${getTableName(table)}, 'id'))::int as id
      from generate_series(1, ${rows.length})`,
  )
  const ids = drawn.map(({ id }) => id)
  await bulkInsert(
    on,
    table,
    rows.map((row, index) => ({ id: ids[index], ...row })),
  )
  return ids
}

/** Makes generated ids continue after the highest explicit id. */
export const continueIds = async (on: Executor, table: PgTable): Promise<void> => {
  const name = getTableName(table)
  await on.execute(
    sql`select setval(pg_get_serial_sequence(${name}, 'id'), coalesce((select max(id) from ${table}), 0) + 1, false)`,
  )
}
