/** A row of hours during editing: in the Home Page's table, in a calendar's dialog, or from a session's details. */
import type { ServiceOption } from '#contract/lookups.ts'
import {
  approvedWord,
  countsAsApproved,
  type EventDetail,
  type SavedTimesheet,
  type Timesheet,
} from '#contract/schedule.ts'
import {
  MODAL_WORDS,
  ROW_WORDS,
  readOnlyDayMessage,
  type TimesheetEntry,
  type TimesheetErrors,
  timesheetErrors,
  withStart,
} from '#domain/timesheet.ts'

/** `row`: the Home Page's table. `modal`: Add/Edit Timesheet. `session`: Update Timesheet. */
export type HoursPlace = 'row' | 'modal' | 'session'

/** The session whose details opened the hours. */
export type HoursSession = NonNullable<SavedTimesheet['session']>

export interface HoursEntry extends TimesheetEntry {
  /** Whether the session requires hours at all. Only Update Timesheet can change it. */
  isRequired: boolean
}

export interface HoursInput {
  timesheet: Timesheet
  /** Default: the Home Page's table. */
  place?: HoursPlace
  session?: HoursSession | undefined
}

/** A stored or calculated row with the user's edits. */
export interface TimesheetChange {
  timesheet: Timesheet
  entry: HoursEntry
  session: HoursSession | undefined
}

export type HoursEntryEvent =
  | { type: 'start.choose'; time: string }
  | { type: 'end.choose'; time: string }
  | { type: 'service.choose'; id: number | null }
  | { type: 'isZeroHours.toggle' }
  | { type: 'isRequired.toggle' }

export interface EnteredHours {
  entry: HoursEntry
  errors: TimesheetErrors
}

/** Hours of approved and locked days are closed. If no session requires hours, only Update Timesheet can edit them. */
export const isClosedRow = ({ isApproved, isRequired }: Timesheet, place: HoursPlace): boolean =>
  countsAsApproved(isApproved) || (isRequired === false && place !== 'session')

/** Why the hours are read-only. */
export const closedRowMessage = ({ date, isApproved }: Timesheet): string =>
  countsAsApproved(isApproved)
    ? readOnlyDayMessage(date, approvedWord(isApproved).toLowerCase())
    : 'No session requires these hours anymore.'

export const entryOf = (
  { startTime, endTime, isZeroHours, serviceId }: Timesheet,
  isRequired: boolean = true,
): HoursEntry => ({ startTime, endTime, isZeroHours, serviceId, isRequired })

/** Whether these are the hours of the same provider at the same school on the same day. */
export const isSameRow = (one: Timesheet, other: Timesheet): boolean =>
  one.providerId === other.providerId && one.schoolId === other.schoolId && one.date === other.date

export const isSameEntry = (one: HoursEntry, other: HoursEntry): boolean =>
  one.startTime === other.startTime &&
  one.endTime === other.endTime &&
  one.serviceId === other.serviceId &&
  one.isZeroHours === other.isZeroHours &&
  one.isRequired === other.isRequired

/** Validation errors, in the wording of the place. */
export const errorsOf = (entry: HoursEntry, place: HoursPlace): TimesheetErrors =>
  entry.isRequired ? timesheetErrors(entry, place === 'row' ? ROW_WORDS : MODAL_WORDS) : {}

/** The service options before their list has loaded: only the row's own. */
export const ownService = ({ serviceId, serviceName }: Timesheet): readonly Pick<ServiceOption, 'id' | 'name'>[] =>
  serviceId === null ? [] : [{ id: serviceId, name: serviceName ?? '' }]

/** Applies a change, and clears the errors of the fields it affects. */
const changed = ({ errors }: EnteredHours, entry: HoursEntry, ...fields: (keyof TimesheetErrors)[]): EnteredHours => ({
  entry,
  errors: Object.fromEntries(
    Object.entries(errors).filter(([field]) => !fields.some((changedField) => changedField === field)),
  ),
})

/** The hours after an event. */
export const entered = (hours: EnteredHours, event: HoursEntryEvent): EnteredHours => {
  const { entry } = hours
  switch (event.type) {
    case 'start.choose':
      return changed(hours, withStart(entry, event.time), 'startTime', 'endTime')
    case 'end.choose':
      return changed(hours, { ...entry, endTime: event.time }, 'endTime')
    case 'service.choose':
      return changed(hours, { ...entry, serviceId: event.id }, 'serviceId')
    case 'isZeroHours.toggle':
      return changed(hours, { ...entry, isZeroHours: !entry.isZeroHours }, 'startTime', 'endTime')
    case 'isRequired.toggle':
      return { entry: { ...entry, isRequired: !entry.isRequired }, errors: {} }
  }
}

/** The row of a session's hours, from the session's details. */
export const hoursOfSession = (session: EventDetail['original']): Timesheet => ({
  id: session.timesheetId ?? 0,
  providerId: session.providerId,
  providerName: session.providerName,
  schoolId: session.schoolId,
  schoolName: session.schoolName,
  colourCode: session.homePageColourCode,
  date: session.eventDate,
  startTime: session.timesheetStartTime,
  endTime: session.timesheetEndTime,
  isZeroHours: session.isZeroHours,
  // Not in the details; Update Timesheet doesn't change it.
  isConfirmed: false,
  isApproved: session.isApproved,
  serviceId: session.serviceId,
  serviceName: session.serviceName,
  entityCacheKey: session.timesheetCacheKey ?? '',
})

/** A session's details after its hours were saved. */
export const withHours = (
  original: EventDetail['original'],
  { id, startTime, endTime, isZeroHours, entityCacheKey, session }: SavedTimesheet,
): EventDetail['original'] => ({
  ...original,
  ...(session && { isTimesheetReq: session.isTimesheetReq, entityCacheKey: session.entityCacheKey }),
  timesheetId: id,
  timesheetCacheKey: entityCacheKey,
  timesheetStartTime: startTime,
  timesheetEndTime: endTime,
  isZeroHours,
})
