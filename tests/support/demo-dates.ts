import { addDays, type LocalDate, localOf, weekdayOf } from '#domain/time.ts'
import { DEMO_TIME_ZONE } from './server.ts'

const tuesdayAfter = (date: LocalDate): LocalDate => addDays(date, 7 - weekdayOf(date) + 2)
const today = () => localOf(Date.now(), DEMO_TIME_ZONE).date

/** Next week's Tuesday: nothing has passed, and no provider's day is approved yet. */
export const comingTuesday = (): LocalDate => tuesdayAfter(today())

/** For `useDemoPortal`: a district that nobody has used for more than three weeks. */
export const IDLE_DAYS = 24

/** A Tuesday in an idle district; it and the nine days after it are over, with no hours confirmed and no day approved. */
export const heldTuesday = (): LocalDate => tuesdayAfter(addDays(today(), -IDLE_DAYS))
