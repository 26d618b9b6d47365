/** Unconfirmed timesheet rows of some days. */
import { formatDate } from '#domain/time.ts'
import type { DayKey } from '#server/areas/provider-days/provider-days.ts'
import { readRowsByDay } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'

/** The unconfirmed rows of the days with their messages, by `dayEntity`. */
export const unconfirmedRows = async (
  tx: Pick<Tx, 'execute'>,
  days: readonly DayKey[],
): Promise<Map<string, string[]>> => {
  const unconfirmed = new Map<string, string[]>()
  for (const [day, rows] of await readRowsByDay(tx, days)) {
    const open = rows.filter((row) => row.isRequired && !row.isConfirmed)
    if (open.length > 0) {
      unconfirmed.set(
        day,
        open.map(
          ({ providerName, schoolName, date }) =>
            `${providerName} has not confirmed the hours at ${schoolName} on ${formatDate(date)}.`,
        ),
      )
    }
  }
  return unconfirmed
}
