/** Providers' changes to sessions: those that wait for an administrator, and those decided lately. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SessionChange } from '#contract/open-work.ts'
import type { ChangeStage } from '#domain/open-work.ts'
import { localOf } from '#domain/time.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { providerChanges } from '#server/db/schema/provider-changes.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'

export interface ChangesFilter {
  /** Only this provider's; everyone's if undefined. */
  providerId: number | undefined
  /** Both if undefined. */
  stage?: ChangeStage | undefined
  /** The earliest decision. */
  since: Date
  timeZone: string
}

const own = ({ providerId }: ChangesFilter, column: Column = occurrences.providerId): SQL =>
  providerId === undefined ? sql`` : sql`and ${column} = ${providerId}`

/** key, occurrence_id, change_id, status, by_id, at, changes */
const waiting = (filter: ChangesFilter): SQL => sql`
  select concat('w', ${occurrences.id}) as key, ${occurrences.id} as occurrence_id, null::int as change_id, 'Waiting' as status,
    ${occurrenceEdits.requestedById} as by_id, ${occurrenceEdits.requestedAt} as at,
    (select log.detail -> 'changes' from ${transitionLog} as log where log.machine = ${occurrenceMachine.id}
      and log.entity = ${occurrences.id}::text and log.to_state = 'editPending'
      order by log.id desc limit 1) as changes
  from ${occurrenceEdits} join ${occurrences} on ${occurrences.id} = ${occurrenceEdits.occurrenceId}
  where ${occurrences.deletedAt} is null ${own(filter)}`

const decided = (filter: ChangesFilter): SQL => sql`
  select concat('d', log.id) as key, ${occurrences.id} as occurrence_id, null::int as change_id,
    case when log.event = 'edit.approve' then 'Approved' when log.event = 'edit.reject' then 'Rejected'
      else 'Discarded' end as status, log.user_id as by_id, log.at,
    log.detail -> 'answered' -> 'changes' as changes
  from ${transitionLog} as log join ${occurrences} on ${occurrences.id} = log.entity::int
  where log.machine = ${occurrenceMachine.id} and (log.event in ('edit.approve', 'edit.reject') or log.detail -> 'answered' is not null)
    and log.at >= ${filter.since.toISOString()}::timestamptz ${own(filter)}`

/** Providers' changes of whole sessions that wait or waited. */
const ofWhole = (filter: ChangesFilter, which: SQL): SQL => sql`
  select concat('c', ${providerChanges.id}) as key, ${providerChanges.requestedIds}[1] as occurrence_id,
    ${providerChanges.id} as change_id, case ${providerChanges.state} when 'waiting' then 'Waiting'
      when 'rejected' then 'Rejected' when 'discarded' then 'Discarded' else 'Approved' end as status,
    coalesce(${providerChanges.answeredById}, ${providerChanges.byId}) as by_id,
    coalesce(${providerChanges.answeredAt}, ${providerChanges.at}) as at,
    jsonb_build_array(${providerChanges.requested} -> 'text') as changes
  from ${providerChanges}
  where ${providerChanges.requested} is not null and ${which} ${own(filter, providerChanges.providerId)}`

const changes = (filter: ChangesFilter): SQL => {
  const wait = sql`${waiting(filter)} union all ${ofWhole(filter, sql`${providerChanges.state} = 'waiting'`)}`
  if (filter.stage === 1) return wait
  const isLate = sql`${providerChanges.state} in ('applied', 'undone', 'rejected', 'discarded')
    and ${providerChanges.answeredAt} >= ${filter.since.toISOString()}::timestamptz`
  const done = sql`${decided(filter)} union all ${ofWhole(filter, isLate)}`
  return filter.stage === undefined ? sql`${wait} union all ${done}` : done
}

export const countChanges = async (db: Pick<Db, 'execute'>, filter: ChangesFilter): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${changes(filter)}) as found`,
  )
  return requireCount(rows)
}

/** Waiting ones first, the oldest of them on top; then the latest decisions. */
export const readChanges = async (
  db: Pick<Db, 'execute'>,
  filter: ChangesFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; changes: SessionChange[] }> => {
  const { rows } = await db.execute<Omit<SessionChange, 'on'> & { at: string } & Record<string, unknown>>(sql`
    select found.key, found.occurrence_id as "occurrenceId", found.change_id as "providerChangeId", found.status, person.display_name as "by", found.at::text as "at",
      coalesce(found.changes, '[]') as "changes",
      ${occurrences.providerId} as "providerId", ${providerName} as "providerName", ${occurrences.title} as "title",
      ${schools.name} as "schoolName", ${occurrences.date}::text as "date",
      left(${occurrences.startTime}::text, 5) as "startTime", left(${occurrences.endTime}::text, 5) as "endTime"
    from (${changes(filter)}) as found
    join ${occurrences} on ${occurrences.id} = found.occurrence_id
    join ${providers} on ${providers.id} = ${occurrences.providerId}
    join ${schools} on ${schools.id} = ${occurrences.schoolId}
    left join ${users} as person on person.id = found.by_id
    order by found.status <> 'Waiting', case when found.status = 'Waiting' then found.at end, found.at desc, found.key
    limit ${limit} offset ${offset}`)
  return {
    total: await countChanges(db, filter),
    changes: rows.map(({ at, ...change }) => ({ ...change, on: localOf(at, filter.timeZone).date })),
  }
}
