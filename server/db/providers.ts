/** Shared definitions of a provider's name and of providers who have left. */
import { type SQL, sql } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { providerStatuses, providers, providerTypes } from './schema.ts'

/** For display: first, middle and last name. */
export const providerName = sql<string>`concat_ws(' ', ${providers.firstName}, nullif(${providers.middleName}, ''), ${providers.lastName})`

const namesake = sql`lower(concat_ws(' ', namesake.first_name, nullif(namesake.middle_name, ''), namesake.last_name))`
const typeTitle = sql`(select own.title from ${providerTypes} as own where own.id = ${providers.providerTypeId})`

/**
 * 'Maria Lopez', or if others have the name, with the type, or if they have that as well, also with the number
 * (docs/decisions/students-with-the-same-name.md). Needs only `providers` in the query.
 */
// Drizzle omits the table of columns at the top of a statement that reads one table; the inner statement needs it.
export const distinctProviderName = sql<string>`${sql`case
  when lower(${providerName}) not in (select ${namesake} from ${providers} as namesake group by 1 having count(*) > 1)
    then ${providerName}
  when (lower(${providerName}), ${providers.providerTypeId}) not in (
    select ${namesake}, namesake.provider_type_id from ${providers} as namesake group by 1, 2 having count(*) > 1)
    then concat(${providerName}, ' (', ${typeTitle}, ')')
  else concat(${providerName}, ' (', ${typeTitle}, ', no. ', ${providers.id}, ')') end`}`

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
