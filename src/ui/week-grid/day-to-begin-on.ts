import { type LocalDate, weekdayOf } from '#domain/time.ts'

/**
 * The day that is seen first where not all of them fit: today, or the next day that has anything, or the first that had.
 * Of days with nothing on them today, else the first weekday.
 */
export const dayToBeginOn = (
  days: readonly LocalDate[],
  isBusy: (date: LocalDate) => boolean,
  today: LocalDate | undefined,
): LocalDate | undefined => {
  const busy = days.filter(isBusy)
  const here = days.find((date) => date === today)
  const next = here === undefined ? undefined : busy.find((date) => date >= here)
  return next ?? busy[0] ?? here ?? days.find((date) => ![0, 6].includes(weekdayOf(date)))
}
