/** Shared definitions of a provider's name and of providers who have left. */
import { ne, sql } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { providers } from './schema.ts'

/** For display: first, middle and last name. */
export const providerName = sql<string>`concat_ws(' ', ${providers.firstName}, nullif(${providers.middleName}, ''), ${providers.lastName})`

/** Providers who left can no longer be chosen. Those on leave can. */
export const isEmployed = ne(providers.statusId, PROVIDER_STATUS_IDS.terminated)
