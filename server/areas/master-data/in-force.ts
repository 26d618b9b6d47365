/**
 * Which dated rows are in force on which days: the rates and admin fees that schools pay, and the rates that providers are
 * paid (docs/decisions/dated-rates.md). Everything that asks for a day or a period asks here.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Executor } from '#server/db/bulk-insert.ts'

/** A table whose rows apply from a day on: until the next one of the same kind begins, or until they end. */
export type DatedTable = PgTable & {
  readonly id: AnyPgColumn
  readonly effectiveDate: AnyPgColumn
  /** Not in force from this day on; null for no end. */
  readonly endedOn: AnyPgColumn
  /** Set for a row that never took effect. */
  readonly deletedAt: AnyPgColumn
}

export interface Dated {
  readonly table: DatedTable
  /** Whose rows follow each other, such as those of a school, service and rate type. */
  readonly kind: Readonly<Record<string, AnyPgColumn>>
  readonly value: AnyPgColumn
}

/**
 * The rows that are in force on any day of the period: a select of dated_id, the columns of `kind` by their names there,
 * value, starts_on, and ends_before, which is null without an end.
 *
 * Among the rows of a kind that have begun and not ended, the one that began last is in force. A row is therefore in
 * force again once a later one has ended.
 *
 * @param which limits the rows; all rows of a kind, or none
 */
export const inForceWithin = ({ table, kind, value }: Dated, { startDate, endDate }: Period, which?: SQL): SQL => {
  const names = Object.keys(kind).map((name) => sql.identifier(name))
  const kinds = sql.join(names, sql`, `)
  const columns = sql.join(
    Object.entries(kind).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  )
  const of = (row: string) =>
    sql.join(
      names.map((name) => sql`${sql.identifier(row)}.${name}`),
      sql`, `,
    )
  const sameKind = (one: string, other: string) => sql`(${of(one)}) = (${of(other)})`
  return sql`
    with dated as (
      select ${table.id} as dated_id, ${columns}, ${value} as value, ${table.effectiveDate} as starts_on,
        ${table.endedOn} as ended_on, lead(${table.effectiveDate}) over (
          partition by ${sql.join(Object.values(kind), sql`, `)} order by ${table.effectiveDate}, ${table.id}) as next_on
      from ${table}
      where ${table.deletedAt} is null and ${table.effectiveDate} <= ${endDate}
        and (${table.endedOn} is null or ${table.endedOn} > ${table.effectiveDate})
        ${which === undefined ? sql`` : sql`and ${which}`}
    )
    select * from (
      select dated_id, ${kinds}, value, starts_on, least(ended_on, next_on) as ends_before from dated
      union all
      -- In force again, because a later one has ended.
      select distinct again.dated_id, ${of('again')}, again.value, ended.ended_on, least(again.ended_on, (
        select min(next.starts_on) from dated as next
        where ${sameKind('next', 'again')} and next.starts_on > ended.ended_on))
      from dated as ended
      join dated as again on ${sameKind('again', 'ended')}
        and (again.starts_on, again.dated_id) < (ended.starts_on, ended.dated_id)
        and (again.ended_on is null or again.ended_on > ended.ended_on)
      where ended.ended_on <= ${endDate} and not exists (
        select from dated as later where ${sameKind('later', 'again')}
          and (later.starts_on, later.dated_id) > (again.starts_on, again.dated_id)
          and later.starts_on <= ended.ended_on and (later.ended_on is null or later.ended_on > ended.ended_on))
    ) as listed
    where ends_before is null or ends_before > greatest(starts_on, ${startDate})`
}

/** For what is in force on any day. */
export const ALWAYS: Period = { startDate: '-infinity', endDate: 'infinity' }

/** What is in force on some days. */
export interface InForce {
  /** The row's; a row in force twice is in two of these. */
  readonly id: number
  /** Tells apart what follows each other, such as 'service/rate type'. */
  readonly kind: string
  readonly value: string
  readonly startsOn: LocalDate
  /** Null without an end. */
  readonly endsBefore: LocalDate | null
}

/** The same, as rows in order of kind and date. */
export const readInForce = async (
  on: Executor,
  dated: Dated,
  period: Period,
  which: SQL | undefined,
): Promise<InForce[]> => {
  const kinds = sql.join(
    Object.keys(dated.kind).map((name) => sql.identifier(name)),
    sql`, `,
  )
  const { rows } = await on.execute<InForce & Record<string, unknown>>(sql`
    select concat_ws('/', ${kinds}) as kind, value::text as value, starts_on::text as "startsOn",
      ends_before::text as "endsBefore", dated_id as id
    from (${inForceWithin(dated, period, which)}) as in_force order by 1, 3`)
  return rows
}
