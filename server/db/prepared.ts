/** SQL that is put together, parsed and planned once instead of for each request. */
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { PooledDb } from './database.ts'

/** As in server/db/database.ts. */
const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A fragment as one text, which statements take over as it is.
 *
 * @throws RangeError for a fragment with parameters
 */
export const asText = <Type>(fragment: SQL<Type>): SQL<Type> => {
  const { sql: text, params } = dialect.sqlToQuery(fragment)
  if (params.length > 0) throw new RangeError('A fragment with parameters differs from request to request')
  return sql.raw(text) as SQL<Type>
}

/** Each connection keeps every statement that it prepared, so lists of values must not add more and more of them. */
const MAX_STATEMENTS = 200
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known
  const name = `prepared ${names.size}`
  names.set(text, name)
  return name
}

/**
 * Runs a statement; values come back as pg parses them.
 *
 * @param options.isPrepared each connection parses and plans it once. After a few runs, PostgreSQL plans it without
 *   knowing the parameters: only for statements whose best plan doesn't depend on them.
 */
export const runStatement = async <Row extends QueryResultRow>(
  db: PooledDb,
  statement: SQL,
  { isPrepared }: { isPrepared: boolean },
): Promise<Row[]> => {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  const name = isPrepared ? nameOf(text) : undefined
  return (await db.$client.query<Row>({ ...(name !== undefined && { name }), text, values })).rows
}
