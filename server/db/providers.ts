/** What every query over providers means by their name and by their having left. */
import { sql } from 'drizzle-orm'
import { providers } from './schema.ts'

/** As people read it: first, middle and last name. */
export const providerName = sql<string>`concat_ws(' ', ${providers.firstName}, nullif(${providers.middleName}, ''), ${providers.lastName})`

/** The status of providers who left: they can no longer be chosen. Those on leave can. */
export const INACTIVE_PROVIDER = 3
