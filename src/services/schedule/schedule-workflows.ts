import { provide } from '#machines/common/provisions.ts'
import { calendarMachine } from '#machines/schedule/calendar.machine.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { caseloadAreaMachine } from '#machines/schedule/caseload-area.machine.ts'
import { eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import { sessionChoicesMachine } from '#machines/schedule/session-choices.machine.ts'
import { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import { sessionMoveMachine } from '#machines/schedule/session-move.machine.ts'
import { sessionSavingMachine } from '#machines/schedule/session-saving.machine.ts'
import { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import { timesheetModalMachine, updateTimesheetMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { weekApprovalMachine } from '#machines/schedule/week-approval.machine.ts'
import type { Services } from '../services.ts'
import { calendarActors, filterOptionsActors } from './calendar-actors.ts'
import { calendarFeedActors } from './calendar-feed-actors.ts'
import {
  eventModalActors,
  feedbackActors,
  timesheetModalActors,
  timesheetRowActors,
  updateTimesheetActors,
  weekApprovalActors,
} from './day-actors.ts'
import {
  caseloadAreaActors,
  sessionChoicesActors,
  sessionDeletionActors,
  sessionMoveActors,
  sessionSavingActors,
  storedSessionActors,
} from './session-form-actors.ts'

export const scheduleWorkflows = ({ client, rememberPages }: Services) => {
  const options = filterOptionsMachine.provide({ actors: filterOptionsActors(client) })
  return [
    provide(calendarMachine, {
      actors: { options, ...calendarActors(client, rememberPages) },
    }),
    provide(calendarFeedMachine, { actors: calendarFeedActors(client) }),
    provide(eventModalMachine, { actors: eventModalActors(client) }),
    provide(feedbackMachine, { actors: feedbackActors(client) }),
    provide(timesheetModalMachine, { actors: timesheetModalActors(client) }),
    provide(updateTimesheetMachine, { actors: updateTimesheetActors(client) }),
    provide(timesheetRowMachine, { actors: timesheetRowActors(client) }),
    provide(weekApprovalMachine, { actors: weekApprovalActors(client) }),
    provide(storedSessionMachine, { actors: storedSessionActors(client) }),
    provide(sessionMoveMachine, { actors: sessionMoveActors(client) }),
    provide(sessionDeletionMachine, { actors: sessionDeletionActors(client) }),
    provide(sessionFormMachine, {
      actors: {
        choices: sessionChoicesMachine.provide({ actors: sessionChoicesActors(client) }),
        caseloadArea: caseloadAreaMachine.provide({ actors: caseloadAreaActors(client) }),
        saving: sessionSavingMachine.provide({ actors: sessionSavingActors(client) }),
      },
    }),
  ]
}
