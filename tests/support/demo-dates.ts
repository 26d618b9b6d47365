import { addDays, type LocalDate, localOf, weekdayOf } from '#domain/time.ts'
import { DEMO_TIME_ZONE } from './server.ts'

/** Next week's Tuesday: nothing has passed, and no provider's day is approved yet. */
export const comingTuesday = (): LocalDate => {
  const { date } = localOf(Date.now(), DEMO_TIME_ZONE)
  return addDays(date, 7 - weekdayOf(date) + 2)
}
