/** Shared definitions of a provider's name and of providers who have left. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from './database.ts'
import { providerStatuses, providers } from './schema.ts'

/** For display: first, middle and last name. */
export const providerName = sql<string>`concat_ws(' ', ${providers.firstName}, nullif(${providers.middleName}, ''), ${providers.lastName})`

/**
 * Providers who left can no longer be chosen. Those on leave can. `hasLeft` in src/domain/account.ts is the same rule.
 *
 * @param today the organization's
 */
export const isEmployed = (today: LocalDate | SQL): SQL =>
  sql`(${providers.statusId} <> ${sql.raw(String(PROVIDER_STATUS_IDS.terminated))}
    and (${providers.termDate} is null or ${providers.termDate} >= ${today}::date))`

/** Employed and not on leave. */
export const isAtWork = (today: LocalDate | SQL): SQL =>
  sql`(${isEmployed(today)} and ${providers.statusId} <> ${sql.raw(String(PROVIDER_STATUS_IDS.onLeave))})`

/** The status of a provider, who is terminated as soon as the last day is over. */
export const statusTitle = (today: LocalDate): SQL<string> => sql<string>`(select ${providerStatuses.title}
  from ${providerStatuses} where ${providerStatuses.id} = case when ${isEmployed(today)} then ${providers.statusId}
    else ${sql.raw(String(PROVIDER_STATUS_IDS.terminated))} end)`

/** For messages. */
export const readProviderName = async (db: Pick<Db, 'select'>, id: number): Promise<string> => {
  const [found] = await db.select({ name: providerName }).from(providers).where(eq(providers.id, id))
  return found?.name ?? ''
}
