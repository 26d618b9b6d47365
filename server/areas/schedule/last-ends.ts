/** When the last session of some days ends. */
import { and, eq, inArray, isNull, max } from 'drizzle-orm'
import { type LocalTime, withoutSeconds } from '#domain/time.ts'
import { type DayKey, dayEntity } from '#server/areas/provider-days/provider-days.ts'
import type { Tx } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'

/** By `dayEntity`; a day without sessions is missing. */
export const lastEnds = async (
  db: Pick<Tx, 'select'>,
  days: readonly DayKey[],
): Promise<Map<string, { endTime: LocalTime; providerName: string }>> => {
  if (days.length === 0) return new Map()
  const { providerId, date, endTime } = occurrences
  const rows = await db
    .select({ providerId, date, endTime: max(endTime), providerName })
    .from(occurrences)
    .innerJoin(providers, eq(providers.id, providerId))
    .where(
      and(
        inArray(providerId, [...new Set(days.map((day) => day.providerId))]),
        inArray(date, [...new Set(days.map((day) => day.date))]),
        isNull(occurrences.deletedAt),
      ),
    )
    .groupBy(providerId, date, providers.id)
  return new Map(
    rows.map((row) => [dayEntity(row), { endTime: withoutSeconds(row.endTime ?? ''), providerName: row.providerName }]),
  )
}
