/** Work of providers who are on leave, leave or have left, which is theirs after they are gone. */
import { type SQL, sql } from 'drizzle-orm'
import type { WorkLeft } from '#contract/hand-over.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { localOf } from '#domain/time.ts'
import type { Queryable } from '#server/db/database.ts'
import { distinctProviderName, isEmployed, statusTitle } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { students } from '#server/db/schema/students.ts'
import type { Clock } from '#server/http/handler.ts'
import { isComing } from './providers-work.ts'

interface WorkLeftFilter extends Clock {
  /** Everyone's if undefined. */
  providerId?: number
}

/** id, first_day, sessions, students: what the page that hands work over lists (`firstDayToHandOver`). */
const workLeft = ({ now, timeZone, providerId }: WorkLeftFilter): SQL => {
  const { date: today } = localOf(now, timeZone)
  return sql`select * from (
    select gone.id, gone.first_day,
      (select count(*)::int from ${occurrences} where ${occurrences.providerId} = gone.id
        and ${occurrences.deletedAt} is null and ${occurrences.date} >= gone.first_day
        and ${occurrences.endsAt} >= ${now.toISOString()}::timestamptz) as sessions,
      (select count(*)::int from ${students} where ${students.providerId} = gone.id
        and ${students.deletedAt} is null and not ${isComing}) as students
    from (
      select ${providers.id} as id,
        greatest(${today}::date, coalesce(${providers.termDate}, ${today}::date) + 1) as first_day
      from ${providers}
      where (${providers.statusId} = ${PROVIDER_STATUS_IDS.onLeave} or ${providers.termDate} is not null
          or not ${isEmployed(today)})
        ${providerId === undefined ? sql`` : sql`and ${providers.id} = ${providerId}`}
    ) as gone
  ) as found where found.sessions + found.students > 0`
}

/** How many providers have any. */
export const countWorkLeft = async (db: Queryable, clock: Clock): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${workLeft(clock)}) as counted`,
  )
  return requireCount(rows)
}

/** Those who are gone first come first. */
export const readWorkLeft = async (
  db: Queryable,
  filter: WorkLeftFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<WorkLeft[]> => {
  const { date: today } = localOf(filter.now, filter.timeZone)
  const { rows } = await db.execute<WorkLeft & Record<string, unknown>>(sql`
    select found.id as "providerId", ${distinctProviderName} as "providerName", ${statusTitle(today)} as "status",
      ${providers.termDate}::text as "lastDay", found.first_day::text as "from", found.sessions as "sessions",
      found.students as "students"
    from (${workLeft(filter)}) as found join ${providers} on ${providers.id} = found.id
    order by found.first_day, ${providers.lastName}, ${providers.firstName}, ${providers.id}
    limit ${limit} offset ${offset}`)
  return rows
}

/** A provider's; null if there is none. */
export const readWorkLeftOf = async (db: Queryable, providerId: number, clock: Clock): Promise<WorkLeft | null> => {
  const [found] = await readWorkLeft(db, { ...clock, providerId }, { limit: 1, offset: 0 })
  return found ?? null
}
