import { type Column, type SQL, sql } from 'drizzle-orm'

/** Whether a column is one of the ids, which are one parameter, however many they are. */
export const oneOf = (column: Column | SQL, ids: readonly number[]) =>
  sql`${column} = any(${sql.param([...new Set(ids)])}::int[])`
