/** Changing and deleting stored sessions (spec 2, sections 2.5 and 4; DESIGN, section 4). */
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal(409, 'Sessions can not be changed here yet.')
}

export const changeHandlers: HandlersOf<
  | 'editScheduleEventRecurrenceById'
  | 'editScheduleEventById'
  | 'updateScheduleEventRecurrence'
  | 'updateScheduleEventSeries'
  | 'deleteScheduleEvents'
  | 'deleteScheduleEventSeries'
> = {
  editScheduleEventRecurrenceById: notYet,
  editScheduleEventById: notYet,
  updateScheduleEventRecurrence: notYet,
  updateScheduleEventSeries: notYet,
  deleteScheduleEvents: notYet,
  deleteScheduleEventSeries: notYet,
}
