/** Who did something and when, for tables that say it by the same names. */
import { integer } from 'drizzle-orm/pg-core'
import { now, version } from './columns.ts'
import { users } from './users.ts'

const byUser = () =>
  integer()
    .notNull()
    .references(() => users.id)

export const created = () => ({ createdById: byUser(), createdAt: now() })

/** Of the latest change. */
export const lastUpdated = () => ({ updatedById: byUser(), updatedAt: now(), version: version() })
