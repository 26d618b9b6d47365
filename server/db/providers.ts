/** Shared definitions of a provider's name and of providers who have left. */
import { sql } from 'drizzle-orm'
import { providers } from './schema.ts'

/** For display: first, middle and last name. */
export const providerName = sql<string>`concat_ws(' ', ${providers.firstName}, nullif(${providers.middleName}, ''), ${providers.lastName})`

/** The status of providers who left: they can no longer be chosen. Those on leave can. */
export const INACTIVE_PROVIDER = 3
