/** The layout of a month of time off: whole weeks from Sunday, with as many entries per day as fit. */
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { eachDay, endOfMonth, isWeekend, type LocalDate, startOfMonth, startOfWeek, weekOf } from '#domain/time.ts'

export interface OffDay {
  readonly date: LocalDate
  readonly isWeekend: boolean
  readonly entries: readonly TimeOffEntry[]
}

/**
 * The weeks of a month; days of neighboring months are undefined.
 *
 * @param month its first day
 */
export const weeksOf = (
  month: LocalDate,
  entries: readonly TimeOffEntry[],
): readonly (readonly (OffDay | undefined)[])[] => {
  const sundays = eachDay(startOfWeek(month), endOfMonth(month)).filter((date) => startOfWeek(date) === date)
  return sundays.map((sunday) =>
    weekOf(sunday).map((date) =>
      startOfMonth(date) === month
        ? { date, isWeekend: isWeekend(date), entries: entries.filter((entry) => entry.date === date) }
        : undefined,
    ),
  )
}

/** Lines in a day's cell. */
const MOST_LINES = 3

/** The entries that a day shows, and how many more its last line counts. A single entry is shown rather than counted. */
export const fold = <Entry>(entries: readonly Entry[]): { shown: readonly Entry[]; more: number } => {
  if (entries.length <= MOST_LINES) return { shown: entries, more: 0 }
  const shown = entries.slice(0, MOST_LINES - 1)
  return { shown, more: entries.length - shown.length }
}
