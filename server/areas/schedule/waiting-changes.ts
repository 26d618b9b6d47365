/** Sessions of some days with a provider's unanswered change. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { formatDate, formatTime, withoutSeconds } from '#domain/time.ts'
import { type DayKey, dayEntity } from '#server/areas/provider-days/provider-days.ts'
import type { Tx } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'

/** The message for each pending change, by `dayEntity` of its session's day. */
export const waitingChanges = async (
  tx: Pick<Tx, 'select'>,
  days: readonly DayKey[],
): Promise<Map<string, string[]>> => {
  const waiting = new Map<string, string[]>()
  if (days.length === 0) return waiting
  const rows = await tx
    .select({
      providerId: occurrences.providerId,
      providerName,
      date: occurrences.date,
      startTime: occurrences.startTime,
      title: occurrences.title,
    })
    .from(occurrenceEdits)
    .innerJoin(occurrences, eq(occurrences.id, occurrenceEdits.occurrenceId))
    .innerJoin(providers, eq(providers.id, occurrences.providerId))
    .where(
      and(
        inArray(occurrences.providerId, [...new Set(days.map((day) => day.providerId))]),
        inArray(occurrences.date, [...new Set(days.map(({ date }) => date))]),
        isNull(occurrences.deletedAt),
      ),
    )
    .orderBy(asc(occurrences.date), asc(occurrences.startTime), asc(occurrences.id))
  for (const row of rows) {
    const message = `${row.providerName}, ${formatDate(row.date)}: a change to "${row.title}" at ${formatTime(withoutSeconds(row.startTime))} is waiting: approve or reject it first.`
    const key = dayEntity(row)
    waiting.set(key, [...(waiting.get(key) ?? []), message])
  }
  return waiting
}
