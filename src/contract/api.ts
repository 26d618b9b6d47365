/** Every endpoint by name. The server must handle each (it does not compile otherwise); the document lists each. */
import { getRoleAccess } from './acl.ts'
import { getAttendanceChart, getAttendanceRecord, getAttendanceRecords } from './attendance.ts'
import { createCalendarFeed, getCalendarFeed, readCalendarFeed, revokeCalendarFeed } from './calendar-feed.ts'
import { addCaseload, addDayNote, deleteStudentFromCaseload, getDayNote, reopenDay } from './day.ts'
import type { Endpoint } from './endpoint.ts'
import { logout, signIn } from './login.ts'
import {
  getAllColours,
  getAllProviders,
  getAllSchools,
  getAllTrackingLabels,
  getProviderBirthdays,
  getProviderByUserId,
  getProvidersSchoolsStudents,
  getSchoolServicesRateTypesRate,
  getSchoolStudentListing,
} from './lookups.ts'
import {
  approveScheduleEvents,
  deleteSchoolTime,
  getEventsServiceTypes,
  getRecurrenceFeedback,
  getRecurrenceStudentFeedback,
  getScheduleEventById,
  getScheduleEvents,
  getScheduleEventsPerDay,
  getWeeklyScheduleEvents,
  updateEventNote,
  updateRecurrenceFeedback,
  updateRecurrenceStudentFeedback,
  updateSchoolTime,
  updateStudentNote,
  updateTimesheet,
} from './schedule.ts'
import {
  addScheduleEvent,
  approveScheduleEventRecurrence,
  deleteScheduleEventSeries,
  deleteScheduleEvents,
  editScheduleEventById,
  editScheduleEventRecurrenceById,
  getScheduleEventPageLoadLists,
  rejectScheduleEventRecurrence,
  updateScheduleEventRecurrence,
  updateScheduleEventSeries,
} from './session-form.ts'
import { previewScheduleEvent } from './session-preview.ts'
import { getHealth } from './system.ts'
import { refreshToken } from './user.ts'

export const api = {
  signIn,
  logout,
  refreshToken,
  getRoleAccess,
  getAllColours,
  getAllProviders,
  getAllSchools,
  getAllTrackingLabels,
  getProviderBirthdays,
  getProviderByUserId,
  getProvidersSchoolsStudents,
  getSchoolServicesRateTypesRate,
  getSchoolStudentListing,
  getScheduleEventPageLoadLists,
  addScheduleEvent,
  editScheduleEventRecurrenceById,
  editScheduleEventById,
  updateScheduleEventRecurrence,
  updateScheduleEventSeries,
  deleteScheduleEvents,
  deleteScheduleEventSeries,
  approveScheduleEventRecurrence,
  rejectScheduleEventRecurrence,
  previewScheduleEvent,
  getScheduleEvents,
  getScheduleEventById,
  getScheduleEventsPerDay,
  getWeeklyScheduleEvents,
  approveScheduleEvents,
  updateEventNote,
  updateRecurrenceFeedback,
  updateRecurrenceStudentFeedback,
  updateStudentNote,
  getRecurrenceFeedback,
  getRecurrenceStudentFeedback,
  updateTimesheet,
  updateSchoolTime,
  deleteSchoolTime,
  getEventsServiceTypes,
  getDayNote,
  addDayNote,
  addCaseload,
  deleteStudentFromCaseload,
  reopenDay,
  getAttendanceRecords,
  getAttendanceRecord,
  getAttendanceChart,
  getCalendarFeed,
  createCalendarFeed,
  revokeCalendarFeed,
  readCalendarFeed,
  getHealth,
} as const satisfies Record<string, Endpoint>

export type Api = typeof api
export type EndpointName = keyof Api
