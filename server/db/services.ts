import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nameKeyOf } from './has-words.ts'
import { services } from './schema/services.ts'

const namesake = alias(services, 'namesake')

/** For display: the description, and if other services have it, the code: 'Speech Therapy (ST-G)'. */
export const distinctServiceName = sql<string>`${sql`case
  when ${nameKeyOf(services.description)} in (
    select ${nameKeyOf(namesake.description)} from ${services} as namesake group by 1 having count(*) > 1)
  then concat(${services.description}, ' (', ${services.code}, ')') else ${services.description} end`}`
