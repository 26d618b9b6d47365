/** What keeps dated rates and fees from reaching into days whose amounts are settled (docs/decisions/dated-rates.md). */
import { addDays, formatDate, type LocalDate } from '../time.ts'

export const keptDaysMessages = {
  /** @param day the last settled day that the change would reach */
  startsTooEarly: (day: LocalDate) => `${formatDate(day)} is locked. Choose ${formatDate(addDays(day, 1))} or later.`,
  /** For what is paid. */
  paidTooEarly: (day: LocalDate) =>
    `${formatDate(day)} is locked or exported. Choose ${formatDate(addDays(day, 1))} or later.`,
  /** The day's work is priced by the only rate that there is. */
  onlyRate: (day: LocalDate) =>
    `Locked work on ${formatDate(day)} has no rate type and is billed at the only rate. Choose ${formatDate(addDays(day, 1))} or later.`,
  changesPay: (day: LocalDate) =>
    `Work on ${formatDate(day)} would be paid at another rate. Choose ${formatDate(addDays(day, 1))} or later.`,
  /** For a rate that is removed. */
  endsOnLockedDay: (day: LocalDate) =>
    `${formatDate(day)} is locked. This rate can be removed on ${formatDate(addDays(day, 1))} or later.`,
  /** The same, for what is paid. */
  endsOnPaidDay: (day: LocalDate) =>
    `${formatDate(day)} is locked or exported. This rate can be removed on ${formatDate(addDays(day, 1))} or later.`,
  /** For the last day of what ends. */
  endsTooEarly: (day: LocalDate) => `${formatDate(day)} is locked. Choose this day or a later one.`,
} as const
