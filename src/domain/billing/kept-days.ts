/** What keeps dated rates and fees from reaching into days whose amounts are settled (docs/decisions/dated-rates.md). */
import { addDays, formatDate, type LocalDate } from '../time.ts'

export const keptDaysMessages = {
  /** @param day the last settled day that the change would reach */
  startsTooEarly: (day: LocalDate) => `${formatDate(day)} is locked. Choose ${formatDate(addDays(day, 1))} or later.`,
  /** For the last day of what ends. */
  endsTooEarly: (day: LocalDate) => `${formatDate(day)} is locked. Choose this day or a later one.`,
} as const
