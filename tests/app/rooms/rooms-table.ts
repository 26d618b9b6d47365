import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'

export const rooms = pgTable('rooms', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  floor: integer().notNull(),
  inspectedOn: date(),
  version: integer().notNull().default(1),
})

/** The portal's migrations don't include it. */
export const roomsTable = `create table rooms (
  id integer primary key generated always as identity,
  name text not null constraint rooms_name unique,
  floor integer not null,
  inspected_on date,
  version integer not null default 1)`
