import { type Column, sql } from 'drizzle-orm'

/** '' if none was chosen. */
export const orEmpty = (column: Column) => sql<string>`coalesce(${column}, '')`
