/** Actors for a day's records: hours, labels, notes, approval, and a session's details. */
import { z } from 'zod'
import type { ApiClient } from '#contract/api-client.ts'
import { type ApiError, isStatus } from '#contract/failures.ts'
import type { ServiceOption } from '#contract/lookups.ts'
import {
  approveScheduleEvents,
  deleteSchoolTime,
  type EventDetail,
  type Feedback,
  getEventsServiceTypes,
  getScheduleEventById,
  hoursToWire,
  rowOf,
  type SavedTimesheet,
  sessionHoursToWire,
  type Timesheet,
  updateRecurrenceFeedback,
  updateRecurrenceStudentFeedback,
  updateSchoolTime,
  updateTimesheet,
} from '#contract/schedule.ts'
import {
  approveScheduleEventRecurrence,
  rejectScheduleEventRecurrence,
  withdrawScheduleEventRecurrence,
} from '#contract/session-form.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { DecideEditInput, LoadEventInput } from '#machines/schedule/event-modal.machine.ts'
import type { SaveLabelsInput } from '#machines/schedule/feedback.machine.ts'
import type { TimesheetChange } from '#machines/schedule/timesheet-entry.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import type { ApprovalOutcome, ApprovalRefusal, ProviderDay } from '#machines/schedule/week-approval.machine.ts'

// Writes are not aborted when their screen unmounts: a change made just before leaving is still saved.

const loadServices = (client: ApiClient) =>
  fromCall<readonly ServiceOption[], Timesheet>(({ id, date, schoolId, providerId }, signal) =>
    client.call(getEventsServiceTypes, { body: { id, date, schoolId, providerId } }, { signal }),
  )

const saveHours = (client: ApiClient, isConfirmClicked: boolean) =>
  fromCall<SavedTimesheet, TimesheetChange>(({ timesheet, entry: { startTime, endTime, isZeroHours, serviceId } }) =>
    client.call(updateSchoolTime, {
      body: hoursToWire({ ...rowOf(timesheet), startTime, endTime, isZeroHours, serviceId, isConfirmClicked }),
    }),
  )

/** On the Home Page saving the hours confirms them. */
export const timesheetRowActors = (client: ApiClient) => ({
  loadServices: loadServices(client),
  saveTimesheet: saveHours(client, true),
})

/** What is saved in a calendar's dialog has yet to be confirmed on the Home Page. */
export const timesheetModalActors = (client: ApiClient) => ({
  row: timesheetRowMachine.provide({
    actors: { loadServices: loadServices(client), saveTimesheet: saveHours(client, false) },
  }),
  deleteTimesheet: fromCall<SavedTimesheet, Timesheet>((timesheet) =>
    client.call(deleteSchoolTime, { body: { ...rowOf(timesheet), serviceId: timesheet.serviceId } }),
  ),
})

/** Update Timesheet asks for no service and deletes nothing. */
export const updateTimesheetActors = (client: ApiClient) => ({
  row: timesheetRowMachine.provide({
    actors: {
      loadServices: fromCall<readonly ServiceOption[], Timesheet>(async () => []),
      saveTimesheet: fromCall<SavedTimesheet, TimesheetChange>(
        ({ timesheet, session, entry: { startTime, endTime, isZeroHours, isRequired } }) => {
          if (session === undefined) throw new Error('Hours are corrected from a session')
          return client.call(updateTimesheet, {
            body: sessionHoursToWire({
              id: session.id,
              entityCacheKey: session.entityCacheKey,
              timesheetId: timesheet.id,
              timesheetCacheKey: timesheet.entityCacheKey,
              isTimesheetReq: isRequired,
              startTime,
              endTime,
              isZeroHours,
            }),
          })
        },
      ),
    },
  }),
})

const LABEL_CALLS = { session: updateRecurrenceFeedback, student: updateRecurrenceStudentFeedback }

export const feedbackActors = (client: ApiClient) => ({
  saveLabels: fromCall<Feedback, SaveLabelsInput>(({ target, labels, seen }) =>
    client.call(LABEL_CALLS[target.kind], {
      body: { id: target.id, trackingLabels: labels.join(), seen: { trackingLabels: seen.join() } },
    }),
  ),
})

const refusalsSchema = z.array(z.string()).min(1)

/** Each reason with the day that it is about; hosts that only list the reasons don't say. */
const refusalsOf = (error: ApiError, days: readonly ProviderDay[]): ApprovalRefusal[] => {
  if (error.errors.length === 0) {
    return (refusalsSchema.safeParse(error.data).data ?? []).map((message) => ({ message, day: undefined }))
  }
  return error.errors.map(({ path, message }) => ({ message, day: days[Number(path.split('.').at(-1))] }))
}

export const weekApprovalActors = (client: ApiClient) => ({
  approveDays: fromCall<ApprovalOutcome, readonly ProviderDay[]>(async (days) => {
    const scheduleEventRecurrence = days.map(({ occurrenceId, date }) => ({ id: occurrenceId, recurrenceDate: date }))
    try {
      await client.call(approveScheduleEvents, { body: { scheduleEventRecurrence } })
      return { approved: days, refusals: [] }
    } catch (error) {
      const refusals = isStatus(error, 409) ? refusalsOf(error, days) : []
      if (refusals.length === 0) throw error
      // Without the days of the refusals, nothing says which days were approved.
      const isKnown = refusals.every(({ day }) => day !== undefined)
      return {
        approved: isKnown ? days.filter((day) => !refusals.some((refusal) => refusal.day === day)) : [],
        refusals,
      }
    }
  }),
})

export const eventModalActors = (client: ApiClient) => ({
  loadEvent: fromCall<EventDetail, LoadEventInput>(({ id, isCreator, isUnattended = false }, signal) =>
    client.call(
      getScheduleEventById,
      { body: { id, ...(isCreator && { isScheduleCreater: true }) } },
      { signal, isUnattended },
    ),
  ),
  decideEdit: fromCall<unknown, DecideEditInput>(({ decision, occurrenceId, entityCacheKey, seenKey }) => {
    const body = { id: occurrenceId, entityCacheKey }
    switch (decision) {
      case 'approve':
        return client.call(approveScheduleEventRecurrence, { body: { ...body, seenKey } })
      case 'reject':
        return client.call(rejectScheduleEventRecurrence, { body })
      case 'withdraw':
        return client.call(withdrawScheduleEventRecurrence, { body })
    }
  }),
})
