/** The stored rows of a provider's day: kept when a correction opens it, and put back if the correction is canceled. */
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { LocalDate } from '#domain/time.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { dayNotes, providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { occurrenceEdits, occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import type { DayKey } from './provider-days.ts'

export type StoredRows = Readonly<Record<string, readonly Record<string, unknown>[]>>

interface DayTable {
  readonly table: PgTable
  /** The columns of its key. */
  readonly key: readonly string[]
  /** Which of its rows, as `kept`, are the day's. */
  readonly ofDay: (day: DayKey) => SQL
}

const isOfDay = ({ providerId, date }: DayKey): SQL => sql`kept.provider_id = ${providerId} and kept.date = ${date}`

const isOfSession = ({ providerId, date }: DayKey): SQL => sql`kept.occurrence_id in (
  select ${occurrences.id} from ${occurrences}
  where ${occurrences.providerId} = ${providerId} and ${occurrences.date} = ${date} and ${occurrences.deletedAt} is null)`

/** Sessions first: the others belong to them. */
const SESSIONS: DayTable = { table: occurrences, key: ['id'], ofDay: isOfDay }
const STUDENTS: DayTable = { table: occurrenceStudents, key: ['id'], ofDay: isOfSession }
const OTHERS: readonly DayTable[] = [
  STUDENTS,
  { table: occurrenceEdits, key: ['occurrence_id'], ofDay: isOfSession },
  { table: timesheets, key: ['id'], ofDay: isOfDay },
  { table: dayNotes, key: ['provider_id', 'date'], ofDay: isOfDay },
  { table: providerDays, key: ['provider_id', 'date'], ofDay: isOfDay },
]

/** By the table's name. */
export const readStoredRows = async (on: Executor, day: DayKey): Promise<StoredRows> => {
  const found: Record<string, readonly Record<string, unknown>[]> = {}
  for (const { table, ofDay } of [SESSIONS, ...OTHERS]) {
    const { rows } = await on.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(kept) as row from ${table} as kept where ${ofDay(day)}`,
    )
    found[getTableName(table)] = rows.map(({ row }) => row)
  }
  return found
}

const columnsOf = (table: PgTable): string[] =>
  Object.values(getTableColumns(table)).map((column) => (column.keyAsName ? toSnakeCase(column.name) : column.name))

const names = (columns: readonly string[]): SQL => sql.raw(columns.map((column) => `"${column}"`).join(', '))

/** A version that a form has seen must not come again, whatever is put back. */
const putBack = (table: PgTable, column: string): SQL =>
  column === 'version'
    ? sql`"version" = ${table}."version" + 1`
    : sql`${sql.raw(`"${column}"`)} = excluded.${sql.raw(`"${column}"`)}`

/** Stores the rows again as they were, if they changed. */
const restore = async (on: Executor, { table, key }: DayTable, rows: readonly Record<string, unknown>[]) => {
  if (rows.length === 0) return
  const columns = columnsOf(table)
  const changing = columns.filter((column) => !key.includes(column))
  await on.execute(sql`
    insert into ${table} (${names(columns)}) overriding system value
    select ${names(columns)} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${names(key)}) do update set ${sql.join(
      changing.map((column) => putBack(table, column)),
      sql`, `,
    )}
    where ${table}.* is distinct from excluded.*`)
}

const removeOthers = (
  on: Executor,
  { table, key, ofDay }: DayTable,
  day: DayKey,
  rows: readonly Record<string, unknown>[],
) =>
  on.execute(sql`
    delete from ${table} as kept where ${ofDay(day)} and (${sql.raw(key.map((column) => `kept."${column}"`).join(', '))}) not in (
      select ${names(key)} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb))`)

const rowsOf = (stored: StoredRows, { table }: DayTable) => {
  const rows = stored[getTableName(table)]
  if (!rows) throw new RangeError(`The rows of ${getTableName(table)} were not kept`)
  return rows
}

/** The ids of the day's sessions when it was opened. */
export const sessionsIn = (stored: StoredRows): number[] => rowsOf(stored, SESSIONS).map(({ id }) => Number(id))

/**
 * Sessions that were moved from the day since, or to it from another one: putting them back would change days that are
 * none of the correction's.
 */
export const readMovedSessions = async (
  on: Executor,
  day: DayKey,
  { rowsBefore, openedAt }: { readonly rowsBefore: StoredRows; readonly openedAt: Date },
): Promise<{ title: string; date: LocalDate }[]> => {
  const kept = sql`any(${sql.param(sessionsIn(rowsBefore))}::int[])`
  const isOnDay = sql`${occurrences.providerId} = ${day.providerId} and ${occurrences.date} = ${day.date}`
  const { rows } = await on.execute<{ title: string; date: LocalDate }>(sql`
    select ${occurrences.title} as title, ${occurrences.date}::text as date from ${occurrences}
    where ${occurrences.deletedAt} is null and (
      (${occurrences.id} = ${kept} and not (${isOnDay}))
      or (${isOnDay} and not (${occurrences.id} = ${kept}) and ${occurrences.createdAt} < ${openedAt.toISOString()}::timestamptz))
    order by ${occurrences.date}, ${occurrences.startTime}, ${occurrences.id}`)
  return rows
}

const servedRow = z.object({ occurrence_id: z.int(), student_id: z.int() })

/** Who was served in the day's sessions. */
export const studentsIn = (stored: StoredRows): Map<number, number[]> => {
  const served = new Map(sessionsIn(stored).map((id) => [id, new Set<number>()]))
  for (const row of rowsOf(stored, STUDENTS)) {
    const { occurrence_id: occurrenceId, student_id: studentId } = servedRow.parse(row)
    served.get(occurrenceId)?.add(studentId)
  }
  return new Map([...served].map(([id, students]) => [id, [...students]]))
}

/** Deletes sessions that were added since, as sessions are deleted. @returns their ids */
export const deleteAdded = async (on: Executor, day: DayKey, stored: StoredRows, now: Date): Promise<number[]> => {
  const kept = sessionsIn(stored)
  const { rows } = await on.execute<{ id: number }>(sql`
    update ${occurrences} set deleted_at = ${now.toISOString()}::timestamptz, version = version + 1
    where provider_id = ${day.providerId} and date = ${day.date} and deleted_at is null
      and id <> all(${sql.param(kept)}::int[])
    returning id`)
  return rows.map(({ id }) => id)
}

/**
 * Puts the day's sessions back. Those that were added since are not touched: `deleteAdded`.
 *
 * @returns the ids of those that had been deleted
 */
export const restoreSessions = async (on: Executor, stored: StoredRows): Promise<number[]> => {
  const { rows } = await on.execute<{ id: number }>(sql`
    select id from ${occurrences} where deleted_at is not null
      and id = any(${sql.param(sessionsIn(stored))}::int[]) order by id`)
  await restore(on, SESSIONS, rowsOf(stored, SESSIONS))
  return rows.map(({ id }) => id)
}

/** Puts the day's other rows back. Call it after `restoreSessions`: those of deleted sessions are the day's, too. */
export const restoreStoredRows = async (on: Executor, day: DayKey, stored: StoredRows): Promise<void> => {
  for (const each of OTHERS) await removeOthers(on, each, day, rowsOf(stored, each))
  for (const each of OTHERS) await restore(on, each, rowsOf(stored, each))
}
