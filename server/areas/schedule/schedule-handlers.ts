import type { HandlersOf } from '#server/http/handler.ts'
import { addEvent } from './add-schedule-event.ts'
import { approveDays } from './approve-days.ts'
import { feedbackHandlers } from './feedback-handlers.ts'
import { readingHandlers } from './reading-handlers.ts'

export const scheduleHandlers: HandlersOf<
  keyof typeof readingHandlers | keyof typeof feedbackHandlers | 'approveScheduleEvents' | 'addScheduleEvent'
> = {
  ...readingHandlers,
  ...feedbackHandlers,
  approveScheduleEvents: approveDays,
  addScheduleEvent: addEvent,
}
