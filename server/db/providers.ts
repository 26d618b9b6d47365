/** Shared definitions of a provider's name and of providers who have left. */
import { inArray, type SQL, sql } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from './database.ts'
import { providerStatuses, providers } from './schema/providers.ts'

/** For display: first, middle and last name. */
export const providerName = sql<string>`concat_ws(' ', ${providers.firstName}, nullif(${providers.middleName}, ''),
  ${providers.lastName})`

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

/** For messages and choices: the name, and if others have it, the email address: 'Ana Li (ana.li@school.example)'. */
// Drizzle omits the table of columns at the top of a statement that reads one table; the inner statement needs it.
export const distinctProviderName = sql<string>`${sql`case
  when exists (select 1 from ${providers} as namesake
    where namesake.name_key = ${providers.nameKey} and namesake.id <> ${providers.id})
  then concat(${providerName}, ' (', ${providers.email}, ')') else ${providerName} end`}`

/** As messages have them, in the order of the ids; those of unknown ones are left out. */
export const readProviderNames = async (db: Pick<Db, 'select'>, ids: readonly number[]): Promise<string[]> => {
  const found = await db
    .select({ id: providers.id, name: distinctProviderName })
    .from(providers)
    .where(inArray(providers.id, [...ids]))
  const nameOf = new Map(found.map(({ id, name }) => [id, name]))
  return ids.flatMap((id) => nameOf.get(id) ?? [])
}

/** As messages have it. */
export const readProviderName = async (db: Pick<Db, 'select'>, id: number): Promise<string> => {
  const [name = ''] = await readProviderNames(db, [id])
  return name
}
