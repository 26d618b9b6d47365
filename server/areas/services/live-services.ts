import { asc, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { services } from '#server/db/schema.ts'

/** The services to choose from, by code. */
export const liveServices = (db: Pick<Db, 'select'>) =>
  db
    .select({ id: services.id, code: services.code, description: services.description })
    .from(services)
    .where(isNull(services.deletedAt))
    .orderBy(asc(services.code), asc(services.id))
