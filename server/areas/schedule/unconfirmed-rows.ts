/** Unconfirmed timesheet rows of some days. */
import { formatDate } from '#domain/time.ts'
import { readTimesheetRows } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { type DayKey, dayEntity } from './provider-days.ts'

/** The unconfirmed rows of the days with their messages, by `dayEntity`. */
export const unconfirmedRows = async (tx: Tx, days: readonly DayKey[]): Promise<Map<string, string[]>> => {
  const unconfirmed = new Map<string, string[]>()
  if (days.length === 0) return unconfirmed
  const dates = days.map(({ date }) => date).sort()
  const rows = await readTimesheetRows(tx, {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    providerIds: [...new Set(days.map(({ providerId }) => providerId))],
  })
  for (const row of rows) {
    if (!row.isRequired || row.isConfirmed) continue
    const { providerName, schoolName, date } = row
    const message = `${providerName} has not confirmed the hours at ${schoolName} on ${formatDate(date)}.`
    const key = dayEntity(row)
    unconfirmed.set(key, [...(unconfirmed.get(key) ?? []), message])
  }
  return unconfirmed
}
