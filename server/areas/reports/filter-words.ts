/** A report's filters in words, for its documents. */
import { inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Filter, Filters, NamedRecords, Options } from '#contract/filters.ts'
import { formatDate } from '#domain/time.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { providers, providerTypes, schools, services, students, trackingLabels } from '#server/db/schema.ts'

interface Names {
  readonly table: PgTable
  readonly id: PgColumn
  readonly name: PgColumn | SQL<string>
}

const RECORDS: Readonly<Record<NamedRecords, Names>> = {
  providers: { table: providers, id: providers.id, name: providerName },
  providerTypes: { table: providerTypes, id: providerTypes.id, name: providerTypes.title },
  schools: { table: schools, id: schools.id, name: schools.name },
  services: { table: services, id: services.id, name: services.code },
  students: { table: students, id: students.id, name: studentName },
  trackingLabels: { table: trackingLabels, id: trackingLabels.id, name: trackingLabels.trackingLabel },
}

/** The names of the chosen records, in order; deleted records are skipped. */
const namesOf = async <Values>(
  db: Db,
  options: Options<Values>,
  ids: readonly number[],
): Promise<readonly string[]> => {
  const find = (known: readonly { id: unknown; name: unknown }[]) =>
    ids.flatMap((id) => known.filter((one) => one.id === id).map(({ name }) => String(name)))
  if (!('call' in options)) return find(options)
  if (options.records === undefined || ids.length === 0) return []
  const { table, id, name } = RECORDS[options.records]
  return find(
    await db
      .select({ id, name })
      .from(table)
      .where(inArray(id, [...ids])),
  )
}

const chosen = async <Values>(db: Db, label: string, options: Options<Values>, ids: readonly number[]) => {
  const names = await namesOf(db, options, ids)
  return [`${label}: ${ids.length === 0 ? 'All' : names.join(', ') || 'Unknown'}`]
}

const wordsOf = async <Values>(db: Db, filter: Filter<Values>, values: Values): Promise<readonly string[]> => {
  switch (filter.kind) {
    case 'text': {
      const text = filter.get(values)
      return text === '' ? [] : [`${filter.label}: ${text}`]
    }
    case 'choice': {
      const id = filter.get(values)
      return chosen(db, filter.label, filter.options, id === undefined ? [] : [id])
    }
    case 'choices':
      return chosen(db, filter.label, filter.options, filter.get(values))
    case 'dateRange': {
      const { from, to } = filter.get(values)
      const { labels } = filter
      return [from && `${labels.from}: ${formatDate(from)}`, to && `${labels.to}: ${formatDate(to)}`].filter(Boolean)
    }
    case 'sort':
      return []
  }
}

/** Describes each filter that is shown: 'Provider: All', 'Start Date: 11/01/2026'. */
export const filterWords = async <Values>(db: Db, { list }: Filters<Values>, values: Values): Promise<string[]> => {
  const shown = list.filter(({ isShown }) => isShown?.(values) !== false)
  return (await Promise.all(shown.map((filter) => wordsOf(db, filter, values)))).flat()
}
