/** The search across everything: by name or date, and only what the caller may open. */
import { type SQL, sql } from 'drizzle-orm'
import { type FoundRecord, type findRecords, MOST_FOUND, type RecordKind } from '#contract/search.ts'
import { nameKey } from '#domain/name-key.ts'
import { isAdministrator } from '#domain/roles.ts'
import { type SearchWords, searchWords } from '#domain/search-words.ts'
import { formatDate, formatDayHeader, formatTime, type LocalDate, localOf } from '#domain/time.ts'
import { isReachedBy } from '#server/areas/students/reading.ts'
import { plainNameIn, studentName } from '#server/areas/students/student-name.ts'
import type { Db } from '#server/db/database.ts'
import { keyPattern, nameKeyOf } from '#server/db/has-words.ts'
import { distinctProviderName, isEmployed, providerName } from '#server/db/providers.ts'
import { cities } from '#server/db/schema/address.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { providers, providerTypes } from '#server/db/schema/providers.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { providerScope } from '#server/http/access.ts'
import type { Caller, Handler } from '#server/http/handler.ts'

interface Asked extends SearchWords {
  db: Pick<Db, 'execute'>
  /** Only this provider's records; undefined for an administrator. */
  scope: number | undefined
  today: LocalDate
  /** The ids of recent records of the kind. */
  recent: readonly number[]
}

type Row = Omit<FoundRecord, 'kind'> & Record<string, unknown>
type Find = (asked: Asked) => Promise<readonly Row[]>

const ids = (recent: readonly number[]) => sql`${sql.param(recent)}::int[]`

/** Without words, only the recent ones; otherwise those whose name contains the words. */
const named = (name: SQL, id: SQL, { text, date, recent }: Asked): SQL => {
  if (date !== undefined) return sql`false`
  if (text === '') return sql`${id} = any(${ids(recent)})`
  return sql`${nameKeyOf(name)} like ${keyPattern(text)}`
}

/** Recent ones first, then names that begin with the words. */
const byMatch = (name: SQL, id: SQL, { text, recent }: Asked): SQL =>
  sql`${id} = any(${ids(recent)}) desc, ${nameKeyOf(name)} like ${keyPattern(text).slice(1)} desc`

/** Sorts after every other character: keys from 'z' up to this begin with 'z'. */
const LAST_CHARACTER = '\u{10ffff}'

/**
 * The ids of students in the order shown: recent ones, names that begin with the words, other names with them. Each part
 * reads an index in its order and stops at its limit, so that a common letter doesn't sort thousands of names.
 */
const studentIds = ({ text, date, scope, recent }: Asked): SQL => {
  const live = sql`${students.deletedAt} is null ${scope === undefined ? sql`` : sql`and ${isReachedBy(scope)}`}`
  const own = sql`select ${students.id} as id, 1 as part from ${students}
    where ${students.id} = any(${ids(recent)}) and ${live}`
  if (date !== undefined) return sql`select 0 as id, 0 as part where false`
  if (text === '') return own
  const contains = keyPattern(text)
  const key = nameKey(text)
  return sql`(${own} and ${students.nameKey} like ${contains})
    union all
    (select ${students.id}, 2 from ${students}
      where ${students.nameKey} >= ${key} and ${students.nameKey} <= ${key + LAST_CHARACTER}
        and ${students.nameKey} like ${contains.slice(1)} and ${live}
      order by ${students.nameKey} limit ${MOST_FOUND})
    union all
    (select ${students.id}, 3 from ${students} where ${students.nameKey} like ${contains} and ${live}
      order by ${students.name}, ${students.id} limit ${2 * MOST_FOUND})`
}

const findStudents: Find = async (asked) => {
  const { rows } = await asked.db.execute<Row>(sql`
    with candidates as materialized (${studentIds({ ...asked, text: plainNameIn(asked.text) })}),
    found as (
      select id, min(part) as part from candidates group by id
    ),
    page as (
      select found.id, found.part from found join ${students} on ${students.id} = found.id
      order by found.part, ${students.isActive} desc, ${students.name}, ${students.id} limit ${MOST_FOUND}
    )
    select ${students.id} as "id", ${studentName} as "name", ${schools.name} as "detail",
      null::int as "providerId", null::text as "date"
    from page join ${students} on ${students.id} = page.id
    join ${schools} on ${schools.id} = ${students.schoolId}
    order by page.part, ${students.isActive} desc, ${students.name}, ${students.id}`)
  return rows
}

const findSchools: Find = async (asked) => {
  const [name, id] = [sql`${schools.name}`, sql`${schools.id}`]
  const { rows } = await asked.db.execute<Row>(sql`
    select ${schools.id} as "id", ${schools.name} as "name", coalesce(${cities.name}, '') as "detail",
      null::int as "providerId", null::text as "date"
    from ${schools} left join ${cities} on ${cities.id} = ${schools.cityId}
    where ${schools.deletedAt} is null and ${named(name, id, asked)}
    order by ${byMatch(name, id, asked)}, ${schools.isActive} desc, ${schools.name}, ${schools.id}
    limit ${MOST_FOUND}`)
  return rows
}

const findProviders: Find = async (asked) => {
  const id = sql`${providers.id}`
  const { rows } = await asked.db.execute<Row>(sql`
    select ${providers.id} as "id", ${distinctProviderName} as "name", ${providerTypes.title} as "detail",
      null::int as "providerId", null::text as "date"
    from ${providers} join ${providerTypes} on ${providerTypes.id} = ${providers.providerTypeId}
    where ${named(providerName, id, asked)}
    order by ${byMatch(providerName, id, asked)}, not ${isEmployed(asked.today)},
      ${providers.lastName}, ${providers.firstName}, ${providers.id}
    limit ${MOST_FOUND}`)
  return rows
}

const isLive = sql`${occurrences.deletedAt} is null`
const own = (scope: number | undefined) => (scope === undefined ? sql`` : sql`and ${occurrences.providerId} = ${scope}`)

/** The next occurrence, or the last one if all have passed. */
const nearest = (today: LocalDate) =>
  sql`${occurrences.date} < ${today}, abs(${occurrences.date} - ${today}::date), ${occurrences.startTime}, ${occurrences.id}`

/** The sessions of a day; or by name, each with its nearest occurrence. One renamed by itself is found by its own. */
const sessionIds = ({ text, date, scope, today, recent }: Asked): SQL => {
  if (date !== undefined) {
    return sql`select ${occurrences.id} as id from ${occurrences}
      where ${occurrences.date} = ${date} and ${isLive} ${own(scope)} and ${nameKeyOf(occurrences.title)} like ${keyPattern(text)}
      order by ${occurrences.startTime}, ${occurrences.id} limit ${MOST_FOUND}`
  }
  if (text === '') return sql`select unnest(${ids(recent)}) as id`
  const pattern = keyPattern(text)
  return sql`(select near.id from ${scheduleEvents} cross join lateral (
        select ${occurrences.id} as id, ${occurrences.date} as date from ${occurrences}
        where ${occurrences.scheduleEventId} = ${scheduleEvents.id} and ${isLive} ${own(scope)}
          and ${nameKeyOf(occurrences.title)} like ${pattern}
        order by ${nearest(today)} limit 1
      ) as near
      where ${scheduleEvents.deletedAt} is null and ${nameKeyOf(scheduleEvents.eventName)} like ${pattern}
        ${scope === undefined ? sql`` : sql`and ${scheduleEvents.providerId} = ${scope}`}
      order by ${nameKeyOf(scheduleEvents.eventName)} like ${pattern.slice(1)} desc, near.date < ${today},
        abs(near.date - ${today}::date), near.id
      limit ${MOST_FOUND})
    union
    (select ${occurrences.id} from ${occurrences}
      where ${occurrences.isEditedAlone} and ${isLive} ${own(scope)} and ${nameKeyOf(occurrences.title)} like ${pattern}
      order by ${nearest(today)} limit ${MOST_FOUND})
    union
    (select ${occurrences.id} from ${occurrences} where ${occurrences.id} = any(${ids(recent)})
      and ${nameKeyOf(occurrences.title)} like ${pattern})`
}

type SessionRow = Row & { schoolName: string; providerName: string; startTime: string }

const findSessions: Find = async (asked) => {
  const [title, id] = [sql`${occurrences.title}`, sql`${occurrences.id}`]
  const order =
    asked.date === undefined
      ? sql`${byMatch(title, id, asked)}, ${nearest(asked.today)}`
      : sql`${occurrences.startTime}, ${occurrences.id}`
  const { rows } = await asked.db.execute<SessionRow>(sql`
    select ${occurrences.id} as "id", ${occurrences.title} as "name", ${occurrences.providerId} as "providerId",
      ${occurrences.date}::text as "date", left(${occurrences.startTime}::text, 5) as "startTime",
      ${schools.name} as "schoolName", ${distinctProviderName} as "providerName"
    from ${occurrences}
    join ${schools} on ${schools.id} = ${occurrences.schoolId}
    join ${providers} on ${providers.id} = ${occurrences.providerId}
    where ${occurrences.id} in (${sessionIds(asked)}) and ${isLive} ${own(asked.scope)}
    order by ${order} limit ${MOST_FOUND}`)
  return rows.map(({ schoolName, providerName: provider, startTime, ...row }) => ({
    ...row,
    detail: [
      ...(row.date === null ? [] : [`${formatDayHeader(row.date)}, ${formatTime(startTime)}`]),
      schoolName,
      ...(asked.scope === undefined ? [provider] : []),
    ].join(', '),
  }))
}

const findInvoices: Find = async (asked) => {
  const [number, id] = [sql`${invoices.invoiceNumber}`, sql`${invoices.id}`]
  const { rows } = await asked.db.execute<Row & { from: string; to: string }>(sql`
    select ${invoices.id} as "id", ${invoices.invoiceNumber} as "name", ${schools.name} as "detail",
      null::int as "providerId", null::text as "date", ${invoices.startDate}::text as "from", ${invoices.endDate}::text as "to"
    from ${invoices} join ${schools} on ${schools.id} = ${invoices.schoolId}
    where ${named(number, id, asked)} order by ${byMatch(number, id, asked)}, ${invoices.id} desc limit ${MOST_FOUND}`)
  return rows.map(({ from, to, detail, ...row }) => ({
    ...row,
    detail: `${detail}, ${formatDate(from)} to ${formatDate(to)}`,
  }))
}

const finders: Record<RecordKind, Find> = {
  student: findStudents,
  school: findSchools,
  provider: findProviders,
  session: findSessions,
  invoice: findInvoices,
}

/** The kinds whose pages the caller may open: by the same keys as their routes. */
const kindsFor = ({ role, screens, providerId }: Caller): RecordKind[] => {
  if (!isAdministrator(role)) {
    if (providerId === null) return []
    return screens.has('ProviderCaseload') ? ['student', 'session'] : ['session']
  }
  return [
    ...(screens.has('Caseloads') ? ['student' as const] : []),
    ...(screens.has('SchoolAccount') ? ['school' as const] : []),
    'provider',
    'session',
    ...(screens.has('BillingHistory') ? ['invoice' as const] : []),
  ]
}

const findEverything: Handler<typeof findRecords> = async ({ body: { words, recent }, db, user, now, timeZone }) => {
  const kinds = kindsFor(user)
  if (kinds.length === 0) return []
  const { date: today } = localOf(now, timeZone)
  const scope = providerScope(user)
  const found = await Promise.all(
    kinds.map(async (kind): Promise<FoundRecord[]> => {
      const own = recent.filter((ref) => ref.kind === kind).map((ref) => ref.id)
      if (words.trim() === '' && own.length === 0) return []
      const rows = await finders[kind]({ ...searchWords(words, today), db, scope, today, recent: own })
      return rows.map(({ id, name, detail, providerId, date }) => ({ kind, id, name, detail, providerId, date }))
    }),
  )
  return found.flat()
}

export const searchHandlers = { findRecords: findEverything }
