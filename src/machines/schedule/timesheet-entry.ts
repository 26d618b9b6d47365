/** A row of hours while it is entered: in the Home Page's table, in a calendar's dialog, and from a session's details. */
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

/** The session that hours are corrected from. */
export type HoursSession = NonNullable<SavedTimesheet['session']>

export interface HoursEntry extends TimesheetEntry {
  /** Whether the session asks for hours at all. Only Update Timesheet offers the choice. */
  isRequired: boolean
}

export interface HoursInput {
  timesheet: Timesheet
  /** The Home Page's table unless told. */
  place?: HoursPlace
  session?: HoursSession | undefined
}

/** A stored or calculated row with what the user entered over it. */
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

/** Nobody changes the hours of an approved or locked day. Where no session asks for hours, only Update Timesheet does. */
export const isClosedRow = ({ isApproved, isRequired }: Timesheet, place: HoursPlace): boolean =>
  countsAsApproved(isApproved) || (isRequired === false && place !== 'session')

/** Why the hours can only be read. */
export const closedRowMessage = ({ date, isApproved }: Timesheet): string =>
  countsAsApproved(isApproved)
    ? readOnlyDayMessage(date, approvedWord(isApproved).toLowerCase())
    : 'No session asks for these hours any more.'

export const entryOf = (
  { startTime, endTime, isZeroHours, serviceId }: Timesheet,
  isRequired: boolean = true,
): HoursEntry => ({ startTime, endTime, isZeroHours, serviceId, isRequired })

export const isSameEntry = (one: HoursEntry, other: HoursEntry): boolean =>
  one.startTime === other.startTime &&
  one.endTime === other.endTime &&
  one.serviceId === other.serviceId &&
  one.isZeroHours === other.isZeroHours &&
  one.isRequired === other.isRequired

/** What keeps the hours from being saved, in the words of the place. */
export const errorsOf = (entry: HoursEntry, place: HoursPlace): TimesheetErrors =>
  entry.isRequired ? timesheetErrors(entry, place === 'row' ? ROW_WORDS : MODAL_WORDS) : {}

/** The services that can be named before their list has loaded: the row's own. */
export const ownService = ({ serviceId, serviceName }: Timesheet): readonly Pick<ServiceOption, 'id' | 'name'>[] =>
  serviceId === null ? [] : [{ id: serviceId, name: serviceName ?? '' }]

/** The entry after a change, without the errors of the fields that the change concerns. */
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

/** The row of a session's hours, as its details have it. */
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
  // The details do not say; a correction leaves it as it is.
  isConfirmed: false,
  isApproved: session.isApproved,
  serviceId: session.serviceId,
  serviceName: session.serviceName,
  entityCacheKey: session.timesheetCacheKey ?? '',
})

/** A session's details once its hours were saved. */
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
