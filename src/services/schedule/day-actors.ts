/** What is recorded of a day, over the API: hours, labels, notes, approval, and the details of one session. */
import { z } from 'zod'
import {
  addCaseload,
  addDayNote,
  type DayNote,
  deleteStudentFromCaseload,
  getDayNote,
  reopenDay,
} from '#contract/day.ts'
import { isStatus } from '#contract/failures.ts'
import {
  type Birthday,
  type CaseloadEntry,
  getAllTrackingLabels,
  getProviderBirthdays,
  getSchoolStudentListing,
  type ServiceOption,
  type TrackingLabel,
} from '#contract/lookups.ts'
import {
  approveScheduleEvents,
  type DayListing,
  deleteSchoolTime,
  type EventDetail,
  type EventStudent,
  type Feedback,
  getEventsServiceTypes,
  getRecurrenceFeedback,
  getRecurrenceStudentFeedback,
  getScheduleEventById,
  hoursToWire,
  type SavedTimesheet,
  sessionHoursToWire,
  type Timesheet,
  updateEventNote,
  updateRecurrenceFeedback,
  updateRecurrenceStudentFeedback,
  updateSchoolTime,
  updateStudentNote,
  updateTimesheet,
} from '#contract/schedule.ts'
import { approveScheduleEventRecurrence, rejectScheduleEventRecurrence } from '#contract/session-form.ts'
import type { SaveRecordInput } from '#machines/common/record-form.machine.ts'
import type { FeedbackSubject, FeedbackValues, NotedDay, StudentRemoval } from '#machines/schedule/day-forms.ts'
import type { ProviderStatus } from '#machines/schedule/day-status.ts'
import type { DecideEditInput, LoadEventInput } from '#machines/schedule/event-modal.machine.ts'
import type { SaveLabelsInput, SaveNoteInput } from '#machines/schedule/feedback.machine.ts'
import type { TimesheetChange } from '#machines/schedule/timesheet-entry.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import type { ApprovalEntry, ApprovalOutcome } from '#machines/schedule/week-approval.machine.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'

// What writes is not aborted when its screen goes: a choice made just before leaving is still saved.

const loadServices = (client: HttpClient) =>
  fromCall<readonly ServiceOption[], Timesheet>(({ id, date, schoolId, providerId }, signal) =>
    client.call(getEventsServiceTypes, { body: { id, date, schoolId, providerId } }, { signal }),
  )

/** Which row, as the server has to know it, and its version that was seen. */
const rowOf = ({ id, providerId, schoolId, date, entityCacheKey }: Timesheet) => ({
  id,
  providerId,
  schoolId,
  eventDate: date,
  entityCacheKey,
})

const saveHours = (client: HttpClient, isConfirmClicked: boolean) =>
  fromCall<SavedTimesheet, TimesheetChange>(({ timesheet, entry: { startTime, endTime, isZeroHours, serviceId } }) =>
    client.call(updateSchoolTime, {
      body: hoursToWire({ ...rowOf(timesheet), startTime, endTime, isZeroHours, serviceId, isConfirmClicked }),
    }),
  )

/** On the Home Page saving the hours confirms them. */
export const timesheetRowActors = (client: HttpClient) => ({
  loadServices: loadServices(client),
  saveTimesheet: saveHours(client, true),
})

/** What is saved in a calendar's dialog has yet to be confirmed on the Home Page. */
export const timesheetModalActors = (client: HttpClient) => ({
  row: timesheetRowMachine.provide({
    actors: { loadServices: loadServices(client), saveTimesheet: saveHours(client, false) },
  }),
  deleteTimesheet: fromCall<SavedTimesheet, Timesheet>((timesheet) =>
    client.call(deleteSchoolTime, { body: { ...rowOf(timesheet), serviceId: timesheet.serviceId } }),
  ),
})

/** Update Timesheet asks for no service and deletes nothing. */
export const updateTimesheetActors = (client: HttpClient) => ({
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
const NOTE_CALLS = { session: updateEventNote, student: updateStudentNote }

export const feedbackActors = (client: HttpClient) => ({
  saveLabels: fromCall<Feedback, SaveLabelsInput>(({ target, labels, seen }) =>
    client.call(LABEL_CALLS[target.kind], {
      body: { id: target.id, trackingLabels: labels.join(), seen: { trackingLabels: seen.join() } },
    }),
  ),
  saveNote: fromCall<Feedback, SaveNoteInput>(({ target, note, seen }) =>
    client.call(NOTE_CALLS[target.kind], {
      body: { id: target.id, trackingFeedback: note, seen: { trackingFeedback: seen } },
    }),
  ),
})

const refusalsSchema = z.array(z.string()).min(1)

export const weekApprovalActors = (client: HttpClient) => ({
  approveDays: fromCall<ApprovalOutcome, readonly ApprovalEntry[]>(async (input) => {
    const scheduleEventRecurrence = input.map(({ occurrenceId, date }) => ({ id: occurrenceId, recurrenceDate: date }))
    try {
      return { refusals: await client.call(approveScheduleEvents, { body: { scheduleEventRecurrence } }) }
    } catch (error) {
      const refusals = isStatus(error, 409) ? refusalsSchema.safeParse(error.data) : undefined
      if (refusals?.success) return { refusals: refusals.data }
      throw error
    }
  }),
})

export const eventModalActors = (client: HttpClient) => ({
  loadEvent: fromCall<EventDetail, LoadEventInput>(({ id, isCreator }, signal) =>
    client.call(getScheduleEventById, { body: { id, ...(isCreator && { isScheduleCreater: true }) } }, { signal }),
  ),
  decideEdit: fromCall<unknown, DecideEditInput>(({ decision, occurrenceId, entityCacheKey }) => {
    const body = { id: occurrenceId, entityCacheKey }
    return decision === 'approve'
      ? client.call(approveScheduleEventRecurrence, { body })
      : client.call(rejectScheduleEventRecurrence, { body })
  }),
})

export const dayNoteActors = (client: HttpClient) => ({
  readRecord: fromCall<{ stored: DayNote }, { subject: NotedDay }>(
    async ({ subject: { providerId, date } }, signal) => ({
      stored: await client.call(getDayNote, { body: { id: providerId, startDateTimeUtc: date } }, { signal }),
    }),
  ),
  saveRecord: fromCall<{ outcome: DayNote }, SaveRecordInput<NotedDay, DayNote, string>>(
    async ({ subject: { providerId, date }, stored: { entityCacheKey }, values: dayNote }) => ({
      outcome: await client.call(addDayNote, {
        body: { id: providerId, startDateTimeUtc: date, dayNote, entityCacheKey },
      }),
    }),
  ),
})

export const caseloadPickerActors = (client: HttpClient) => ({
  readRecord: fromCall<{ stored: readonly CaseloadEntry[] }, { subject: DayListing }>(
    async ({ subject: { id: scheduleEventRecurrenceId, schoolId } }, signal) => ({
      stored: await client.call(
        getSchoolStudentListing,
        { query: { schoolId, scheduleEventRecurrenceId } },
        { signal },
      ),
    }),
  ),
  saveRecord: fromCall<
    { outcome: readonly EventStudent[] },
    SaveRecordInput<DayListing, readonly CaseloadEntry[], readonly number[]>
  >(async ({ subject: { id }, values }) => ({
    outcome: await client.call(addCaseload, { body: { id, caseloadIds: [...values] } }),
  })),
})

const FEEDBACK_READINGS = { session: getRecurrenceFeedback, student: getRecurrenceStudentFeedback }

export const feedbackFormActors = (client: HttpClient) => ({
  readRecord: fromCall<{ stored: Feedback }, { subject: FeedbackSubject }>(
    async ({ subject: { kind, id } }, signal) => ({
      stored: await client.call(FEEDBACK_READINGS[kind], { body: { id } }, { signal }),
    }),
  ),
  saveRecord: fromCall<{ outcome: Feedback }, SaveRecordInput<FeedbackSubject, Feedback, FeedbackValues>>(
    async ({ subject: { kind, id }, stored: seen, values: { labels, note } }) => ({
      outcome: await client.call(LABEL_CALLS[kind], {
        body: { id, trackingLabels: labels.join(), trackingFeedback: note, seen },
      }),
    }),
  ),
})

export const dayReopeningActors = (client: HttpClient) => ({
  readRecord: fromCall<{ stored: null }, { subject: ProviderStatus }>(async () => ({ stored: null })),
  saveRecord: fromCall<{ outcome: null }, SaveRecordInput<ProviderStatus, null, string>>(
    async ({ subject: { providerId, date }, values: reason }) => ({
      outcome: await client.call(reopenDay, { body: { providerId, date, reason } }),
    }),
  ),
})

export const birthdayActors = (client: HttpClient) => ({
  loadItems: fromCall<readonly Birthday[], void>((_, signal) => client.call(getProviderBirthdays, {}, { signal })),
})

export const removeStudent = (client: HttpClient, { occurrenceId, id }: StudentRemoval) =>
  client.call(deleteStudentFromCaseload, { body: { id, scheduleEventRecurrenceId: occurrenceId } })

export const trackingLabelActors = (client: HttpClient) => ({
  loadItems: fromCall<readonly TrackingLabel[], void>((_, signal) => client.call(getAllTrackingLabels, {}, { signal })),
})
