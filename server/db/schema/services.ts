import { sql } from 'drizzle-orm'
import { pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, name, version } from './columns.ts'

export const services = pgTable(
  'services',
  {
    id: id(),
    code: name().notNull(),
    description: name().notNull(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [uniqueIndex('services_code').on(sql`lower(${t.code})`).where(sql`${t.deletedAt} is null`)],
)
