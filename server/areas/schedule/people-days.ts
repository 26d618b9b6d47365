/** The administrators' People view: each provider's days, from their sessions, hours, changes and approval. */
import { sql } from 'drizzle-orm'
import { type getPeopleDays, PEOPLE_DAYS, type Person, type PersonDay } from '#contract/people.ts'
import { minutesBetween } from '#domain/hours.ts'
import type { ProviderDayState } from '#domain/provider-day.ts'
import { type LocalDate, localOf, withoutSeconds } from '#domain/time.ts'
import { readOddHours } from '#server/areas/hours/hours-facts.ts'
import { approvedDateOf } from '#server/areas/provider-days/day-status.ts'
import { dayEntity } from '#server/areas/provider-days/provider-days.ts'
import { keyOfHours } from '#server/areas/timesheet/key-of-hours.ts'
import { byDay, type CountedRow, readCountedRows } from '#server/areas/timesheet/timesheet-rows.ts'
import type { PooledDb } from '#server/db/database.ts'
import { distinctProviderName, isEmployed } from '#server/db/providers.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'
import type { Handler } from '#server/http/handler.ts'
import { requireSpan, type Span } from './read-span.ts'

interface StoredDay extends Record<string, unknown> {
  providerId: number
  providerName: string
  /** Null for a provider without sessions. */
  date: LocalDate | null
  occurrenceId: number
  sessionsCount: number
  lastEnd: string
  changesCount: number
  state: ProviderDayState | null
  reason: string | null
}

/**
 * Every provider with sessions in the span or still active, by name.
 *
 * @param only limits it to this provider
 */
const readSessions = async (
  db: PooledDb,
  { from, to }: Span,
  { only, today }: { readonly only: number | undefined; readonly today: LocalDate },
): Promise<StoredDay[]> => {
  const { rows } = await db.execute<StoredDay>(sql`
    with days as (
      select ${occurrences.providerId} as provider_id, ${occurrences.date} as date, min(${occurrences.id}) as occurrence_id,
        count(*)::int as sessions_count, max(${occurrences.endTime})::text as last_end,
        count(${occurrenceEdits.occurrenceId})::int as changes_count
      from ${occurrences}
      left join ${occurrenceEdits} on ${occurrenceEdits.occurrenceId} = ${occurrences.id}
      where ${occurrences.date} between ${from} and ${to} and ${occurrences.deletedAt} is null
        ${only === undefined ? sql`` : sql`and ${occurrences.providerId} = ${only}`}
      group by 1, 2
    )
    select ${providers.id} as "providerId", ${distinctProviderName} as "providerName", days.date::text as "date",
      days.occurrence_id as "occurrenceId", days.sessions_count as "sessionsCount", days.last_end as "lastEnd",
      days.changes_count as "changesCount", ${providerDays.state} as "state", ${providerDays.reason} as "reason"
    from ${providers}
    left join days on days.provider_id = ${providers.id}
    left join ${providerDays} on ${providerDays.providerId} = ${providers.id} and ${providerDays.date} = days.date
    where (days.date is not null or ${isEmployed(today)})
       ${only === undefined ? sql`` : sql`and ${providers.id} = ${only}`}
    order by ${providers.lastName}, ${providers.firstName}, ${providers.id}, days.date`)
  return rows
}

const hoursOf = (rows: readonly CountedRow[]) => {
  const required = rows.filter(({ isRequired }) => isRequired)
  const worked = required.filter(({ isZeroHours }) => !isZeroHours)
  return {
    hours: worked.reduce((sum, { startTime, endTime }) => sum + minutesBetween(startTime, endTime), 0),
    rowsCount: required.length,
    openCount: required.filter(({ isConfirmed }) => !isConfirmed).length,
    entityCacheKey: keyOfHours(rows),
  }
}

export const peopleDays: Handler<typeof getPeopleDays> = async ({ body, db, now, timeZone }) => {
  const span: Span = { from: body.fromDateTime, to: body.toDateTime }
  requireSpan(span, PEOPLE_DAYS)
  const { providerId: only } = body
  const sessions = await readSessions(db, span, { only, today: localOf(now, timeZone).date })
  const shown = { ...span, providerIds: only === undefined ? undefined : [only] }
  const rows = byDay(await readCountedRows(db, shown))
  const odd = byDay(await readOddHours(db, shown))
  const people = new Map<number, Person & { days: PersonDay[] }>()
  for (const { providerId, providerName: name, date, state, lastEnd, ...counts } of sessions) {
    const person = people.get(providerId) ?? { providerId, providerName: name, days: [] }
    people.set(providerId, person)
    if (date === null) continue
    const day = { providerId, date }
    const { isApproved, approvedStatus } = approvedDateOf({ ...day, state })
    const { occurrenceId, sessionsCount, changesCount, reason } = counts
    person.days.push({
      date,
      occurrenceId,
      sessionsCount,
      lastEnd: withoutSeconds(lastEnd),
      changesCount,
      ...hoursOf(rows.get(dayEntity(day)) ?? []),
      oddCount: odd.get(dayEntity(day))?.length ?? 0,
      reason,
      isApproved,
      approvedStatus,
    })
  }
  return [...people.values()]
}
