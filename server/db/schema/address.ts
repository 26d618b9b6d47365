import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { id, name } from './columns.ts'

export const countries = pgTable('countries', { id: integer().primaryKey(), name: text().notNull() })

export const states = pgTable('states', {
  id: integer().primaryKey(),
  countryId: integer()
    .notNull()
    .references(() => countries.id),
  name: text().notNull(),
  abbreviation: text().notNull(),
})

export const cities = pgTable(
  'cities',
  {
    id: id(),
    stateId: integer()
      .notNull()
      .references(() => states.id),
    name: name().notNull(),
  },
  (t) => [unique().on(t.stateId, t.name)],
)
