import type { HandlersOf } from '#server/http/handler.ts'
import { addEvent } from './add-schedule-event.ts'
import { approveDays } from './approve-days.ts'
import { changeHandlers } from './change-handlers.ts'
import { requestHandlers } from './deciding-requests.ts'
import { feedbackHandlers } from './feedback-handlers.ts'
import { peopleDays } from './people-days.ts'
import { readingHandlers } from './reading-handlers.ts'
import { previewChange } from './session-preview.ts'
import { providerChangeHandlers } from './undo-provider-change.ts'

export const scheduleHandlers: HandlersOf<
  | keyof typeof readingHandlers
  | keyof typeof feedbackHandlers
  | keyof typeof changeHandlers
  | keyof typeof providerChangeHandlers
  | keyof typeof requestHandlers
  | 'approveScheduleEvents'
  | 'addScheduleEvent'
  | 'previewScheduleEvent'
  | 'getPeopleDays'
> = {
  ...readingHandlers,
  ...feedbackHandlers,
  ...changeHandlers,
  ...providerChangeHandlers,
  ...requestHandlers,
  approveScheduleEvents: approveDays,
  addScheduleEvent: addEvent,
  previewScheduleEvent: previewChange,
  getPeopleDays: peopleDays,
}
