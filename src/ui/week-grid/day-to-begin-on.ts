import { isWeekend, type LocalDate } from '#domain/time.ts'

/**
 * The day to scroll to when not all days fit: today if it has events, else the next day with events, else the first with
 * events. If there are no events at all: today, else the first weekday.
 */
export const dayToBeginOn = (
  days: readonly LocalDate[],
  isBusy: (date: LocalDate) => boolean,
  today: LocalDate | undefined,
): LocalDate | undefined => {
  const busy = days.filter(isBusy)
  const here = days.find((date) => date === today)
  const next = here === undefined ? undefined : busy.find((date) => date >= here)
  return next ?? busy[0] ?? here ?? days.find((date) => !isWeekend(date))
}
