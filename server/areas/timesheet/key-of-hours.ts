import { seenKey } from '#server/http/seen-key.ts'
import type { CountedRow } from './timesheet-rows.ts'

/** Hours that are not stored have no version, so what the administrator saw is compared. */
export const keyOfHours = (hours: readonly CountedRow[]): string => {
  const seen = hours.map((row) => [
    row.id,
    row.entityCacheKey,
    row.schoolId,
    row.startTime,
    row.endTime,
    row.isRequired,
  ])
  return seenKey(seen)
}
