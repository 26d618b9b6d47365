/** What a new meaning of a label changes (docs/decisions/labels-that-mean-absence.md). */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { MeaningChange } from '#contract/tracking-labels.ts'
import type { CountsAs } from '#domain/label-counts.ts'
import { isReadOnlyDay, PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { isLockedDay } from '#server/areas/master-data/kept-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'

export interface NewMeaning {
  /** The label's. */
  readonly id: number
  readonly countsAs: CountsAs
}

/** Whether a row bears the label in another meaning. @param row the table's name in the statement */
const bears = (row: SQL, { id, countsAs }: NewMeaning): SQL => sql`${row}.label_ids @> array[${id}::int]
  and exists (select from unnest(${row}.label_ids, ${row}.label_meanings) as borne (id, meaning)
    where borne.id = ${id}::int and borne.meaning <> ${countsAs}::smallint)`

const CLOSED = PROVIDER_DAY_STATES.filter(isReadOnlyDay)

/** Approved, locked, or in a locked period: such days never change, and those of a correction keep what labels meant. */
const isClosed = sql`(${isLockedDay(occurrences.date)} or exists (select from ${providerDays} where ${and(
  eq(providerDays.providerId, occurrences.providerId),
  eq(providerDays.date, occurrences.date),
  sql`${providerDays.state} = any(${sql.param(CLOSED)}::text[])`,
)}))`

/** A SELECT with the sessions that bear the label in another meaning, or in which a student does: id and is_closed. */
const bearers = (meaning: NewMeaning): SQL => sql`
  select ${occurrences.id} as id, ${occurrences.date} as date, ${occurrences.endsAt} as ends_at,
    ${occurrences.deletedAt} is not null as is_deleted, ${isClosed} as is_closed
  from ${occurrences}
  where ${or(
    bears(sql`${occurrences}`, meaning),
    sql`${occurrences.id} in (select entry.occurrence_id from ${occurrenceStudents} as entry where ${bears(sql`entry`, meaning)})`,
  )}`

/** What would change, and what would stay because its day is closed. */
export const readMeaningChange = async (
  db: Pick<Db, 'execute'>,
  meaning: NewMeaning,
  now: Date,
): Promise<MeaningChange> => {
  const isPast = sql`not is_deleted and ends_at <= ${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Record<keyof MeaningChange, never>>(sql`
    select (count(*) filter (where ${isPast} and not is_closed))::int as changed,
      (count(*) filter (where ${isPast} and is_closed))::int as kept,
      (min(date) filter (where ${isPast} and not is_closed))::text as "from",
      (max(date) filter (where ${isPast} and not is_closed))::text as "to"
    from (${bearers(meaning)}) as bearers`)
  const [found] = rows
  if (!found) throw new Error('The sessions with the label were not counted')
  return found
}

/** Changes what the label counts as on all days that are not closed; call while nothing can close a day. */
export const changeMeaning = async (tx: Tx, meaning: NewMeaning): Promise<void> => {
  const { id, countsAs } = meaning
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from (${bearers(meaning)}) as bearers where not is_closed`,
  )
  const open = sql`any(${sql.param(rows.map((row) => row.id))}::int[])`
  const changed = (row: SQL) => sql`label_meanings = array(
    select case borne.id when ${id}::int then ${countsAs}::smallint else borne.meaning end
    from unnest(${row}.label_ids, ${row}.label_meanings) with ordinality as borne (id, meaning, place)
    order by borne.place)`
  const [session, entry] = [sql`${occurrences}`, sql`${occurrenceStudents}`]
  await tx.execute(sql`update ${occurrences} set ${changed(session)}
    where ${occurrences.id} = ${open} and ${bears(session, meaning)}`)
  await tx.execute(sql`update ${occurrenceStudents} set ${changed(entry)}
    where ${occurrenceStudents.occurrenceId} = ${open} and ${bears(entry, meaning)}`)
}
