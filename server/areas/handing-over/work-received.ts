/** What colleagues' hand-overs brought a provider lately. */
import { type SQL, sql } from 'drizzle-orm'
import type { WorkReceived } from '#contract/hand-over.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import type { Queryable } from '#server/db/database.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { handOverItems, handOvers } from '#server/db/schema/hand-overs.ts'
import { providers } from '#server/db/schema/providers.ts'
import { students } from '#server/db/schema/students.ts'
import { users } from '#server/db/schema/users.ts'

interface ReceivedFilter {
  /** Who takes the work over; everyone if undefined. */
  providerId: number | undefined
  since: Date
}

/** hand_over_id, sessions, student_ids: without what went back as a whole. */
const received = ({ providerId, since }: ReceivedFilter): SQL => sql`
  select ${handOverItems.handOverId} as hand_over_id, sum(jsonb_array_length(${handOverItems.occurrences}))::int as sessions,
    array_agg(${handOverItems.studentId}) as student_ids
  from ${handOverItems} join ${handOvers} on ${handOvers.id} = ${handOverItems.handOverId}
  where ${handOvers.at} >= ${since.toISOString()}::timestamptz and not ${handOverItems.isUndone}
    ${providerId === undefined ? sql`` : sql`and ${handOverItems.toProviderId} = ${providerId}`}
  group by 1`

export const countReceived = async (db: Queryable, filter: ReceivedFilter): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${received(filter)}) as counted`,
  )
  return requireCount(rows)
}

/** Latest first. */
export const readReceived = async (
  db: Queryable,
  filter: ReceivedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<WorkReceived[]> => {
  const { rows } = await db.execute<Omit<WorkReceived, 'at'> & { at: string } & Record<string, unknown>>(sql`
    select found.hand_over_id as "id", ${handOvers.at}::text as "at", ${users.displayName} as "by",
      ${providers.id} as "providerId", ${distinctProviderName} as "providerName", ${handOvers.fromDate}::text as "from",
      found.sessions as "sessions", array(
        select ${studentName} from ${students} where ${students.id} = any(found.student_ids)
        order by ${students.name}, ${students.id}) as "students"
    from (${received(filter)}) as found
    join ${handOvers} on ${handOvers.id} = found.hand_over_id
    join ${providers} on ${providers.id} = ${handOvers.providerId}
    join ${users} on ${users.id} = ${handOvers.byId}
    order by ${handOvers.at} desc, found.hand_over_id desc limit ${limit} offset ${offset}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}
