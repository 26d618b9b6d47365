/** A report's filters in words, for its documents. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Filter, Filters, NamedRecords, Options } from '#contract/filters.ts'
import { formatDate, localOf } from '#domain/time.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providerSchools, providers, providerTypes } from '#server/db/schema/providers.ts'
import { occurrenceStudents, occurrences, trackingLabels } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { students } from '#server/db/schema/students.ts'
import { providerScope } from '#server/http/access.ts'
import type { ReportScope } from './report-query.ts'

interface Names {
  readonly table: PgTable
  readonly id: PgColumn
  readonly name: PgColumn | SQL<string>
  /** Which of them a provider may know; default: all. */
  readonly known?: (providerId: number) => SQL
}

const ownStudents = (providerId: number) => sql`(${students.providerId} = ${providerId} or ${students.id} in (
  select ${occurrenceStudents.studentId} from ${occurrenceStudents}
  join ${occurrences} on ${occurrences.id} = ${occurrenceStudents.occurrenceId}
  where ${occurrences.providerId} = ${providerId}))`

/** Where the provider works, or had sessions. */
const ownSchools = (providerId: number) => sql`${schools.id} in (
  select ${providerSchools.schoolId} from ${providerSchools} where ${providerSchools.providerId} = ${providerId}
  union
  select ${occurrences.schoolId} from ${occurrences} where ${occurrences.providerId} = ${providerId})`

const RECORDS: Readonly<Record<NamedRecords, Names>> = {
  providers: { table: providers, id: providers.id, name: distinctProviderName, known: (own) => eq(providers.id, own) },
  providerTypes: { table: providerTypes, id: providerTypes.id, name: providerTypes.title },
  schools: { table: schools, id: schools.id, name: schools.name, known: ownSchools },
  services: { table: services, id: services.id, name: services.code },
  students: { table: students, id: students.id, name: studentName, known: ownStudents },
  trackingLabels: { table: trackingLabels, id: trackingLabels.id, name: trackingLabels.trackingLabel },
}

type Asked = Pick<ReportScope<unknown>, 'db' | 'user' | 'now' | 'timeZone'>

/** The names of the chosen records, in order; those that don't exist, or not for the user, are skipped. */
const namesOf = async <Values>(
  { db, user }: Asked,
  options: Options<Values>,
  ids: readonly number[],
): Promise<readonly string[]> => {
  const find = (known: readonly { id: unknown; name: unknown }[]) =>
    ids.flatMap((id) => known.filter((one) => one.id === id).map(({ name }) => String(name)))
  if (!('call' in options)) return find(options)
  if (options.records === undefined || ids.length === 0) return []
  const { table, id, name, known } = RECORDS[options.records]
  const scope = known && providerScope(user)
  return find(
    await db
      .select({ id, name })
      .from(table)
      .where(and(inArray(id, [...ids]), scope === undefined ? undefined : known?.(scope))),
  )
}

const chosen = async <Values>(asked: Asked, label: string, options: Options<Values>, ids: readonly number[]) => {
  if (ids.length === 0) return [`${label}: All`]
  const names = await namesOf(asked, options, ids)
  // Which type providers had earlier is not stored.
  const isOfToday = 'call' in options && options.records === 'providerTypes'
  const asOf = isOfToday ? ` as of ${formatDate(localOf(asked.now, asked.timeZone).date)}` : ''
  return [`${label}${asOf}: ${names.join(', ') || 'Unknown'}`]
}

const wordsOf = async <Values>(asked: Asked, filter: Filter<Values>, values: Values): Promise<readonly string[]> => {
  switch (filter.kind) {
    case 'text': {
      const text = filter.get(values)
      return text === '' ? [] : [`${filter.label}: ${text}`]
    }
    case 'choice': {
      const id = filter.get(values)
      return chosen(asked, filter.label, filter.options, id === undefined ? [] : [id])
    }
    case 'choices':
      return chosen(asked, filter.label, filter.options, filter.get(values))
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
export const filterWords = async <Values>(
  { values, ...asked }: Asked & { readonly values: Values },
  { list }: Filters<Values>,
): Promise<string[]> => {
  const shown = list.filter(({ isShown }) => isShown?.(values) !== false)
  return (await Promise.all(shown.map((filter) => wordsOf(asked, filter, values)))).flat()
}
