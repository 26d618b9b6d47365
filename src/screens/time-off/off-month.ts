/** How a month of time off is laid out: whole weeks from Sunday, and of each day as many as fit. */
import dayjs from 'dayjs'
import type { TimeOffEntry } from '#contract/time-off.ts'
import { eachDay, endOfMonth, type LocalDate, startOfMonth, startOfWeek, weekdayOf, weekOf } from '#domain/time.ts'

/** November 2027, of its first day. */
export const monthName = (month: LocalDate): string => dayjs(month).format('MMMM YYYY')

export interface OffDay {
  readonly date: LocalDate
  readonly isWeekend: boolean
  readonly entries: readonly TimeOffEntry[]
}

/**
 * The weeks that hold a month; undefined stands for the days of its neighbours.
 *
 * @param month its first day
 */
export const weeksOf = (
  month: LocalDate,
  entries: readonly TimeOffEntry[],
): readonly (readonly (OffDay | undefined)[])[] => {
  const sundays = eachDay(startOfWeek(month), endOfMonth(month)).filter((date) => weekdayOf(date) === 0)
  return sundays.map((sunday) =>
    weekOf(sunday).map((date) =>
      startOfMonth(date) === month
        ? { date, isWeekend: [0, 6].includes(weekdayOf(date)), entries: entries.filter((entry) => entry.date === date) }
        : undefined,
    ),
  )
}

/** Lines of a day. */
const MOST_LINES = 3

/** What a day shows, and how many its last line stands for: one alone is shown rather than counted. */
export const fold = <Entry>(entries: readonly Entry[]): { shown: readonly Entry[]; more: number } => {
  if (entries.length <= MOST_LINES) return { shown: entries, more: 0 }
  const shown = entries.slice(0, MOST_LINES - 1)
  return { shown, more: entries.length - shown.length }
}
