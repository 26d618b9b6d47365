/** The schools and services of a provider. */
import { asc, eq } from 'drizzle-orm'
import type { ProviderForm } from '#domain/provider-form.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { providerSchools, providerServices } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'

export const readSchools = (db: Pick<Db, 'select'>, providerId: number) =>
  db
    .select({ id: schools.id, name: schools.name })
    .from(providerSchools)
    .innerJoin(schools, eq(schools.id, providerSchools.schoolId))
    .where(eq(providerSchools.providerId, providerId))
    .orderBy(asc(schools.name), asc(schools.id))

export const readServices = (db: Pick<Db, 'select'>, providerId: number) =>
  db
    .select({ id: services.id, name: services.description })
    .from(providerServices)
    .innerJoin(services, eq(services.id, providerServices.serviceId))
    .where(eq(providerServices.providerId, providerId))
    .orderBy(asc(services.code), asc(services.id))

export const saveAssignments = async (tx: Tx, providerId: number, { schoolIds, serviceTypeIds }: ProviderForm) => {
  await tx.delete(providerSchools).where(eq(providerSchools.providerId, providerId))
  await bulkInsert(
    tx,
    providerSchools,
    [...new Set(schoolIds)].map((schoolId) => ({ providerId, schoolId })),
  )
  await tx.delete(providerServices).where(eq(providerServices.providerId, providerId))
  await bulkInsert(
    tx,
    providerServices,
    [...new Set(serviceTypeIds)].map((serviceId) => ({ providerId, serviceId })),
  )
}
