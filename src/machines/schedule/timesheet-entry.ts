/** Hours while they are entered: what the home's row and the calendar's dialog have in common. */
import type { ServiceOption } from '#contract/lookups.ts'
import { approvedWord, countsAsApproved, type Timesheet } from '#contract/schedule.ts'
import { readOnlyDayMessage, type TimesheetEntry, type TimesheetErrors, withStart } from '#domain/timesheet.ts'

/** A stored or worked-out row with what the user made of it. */
export interface TimesheetChange {
  timesheet: Timesheet
  entry: TimesheetEntry
}

export type TimesheetEntryEvent =
  | { type: 'start.choose'; time: string }
  | { type: 'end.choose'; time: string }
  | { type: 'service.choose'; id: number | null }
  | { type: 'isZeroHours.toggle' }

export interface TimesheetInput {
  entry: TimesheetEntry
  errors: TimesheetErrors
}

/** Nobody changes the hours of an approved or locked day. */
export const isClosedRow = ({ isApproved }: Timesheet): boolean => countsAsApproved(isApproved)

/** Why the hours can only be read. */
export const closedRowMessage = ({ date, isApproved }: Timesheet): string =>
  countsAsApproved(isApproved)
    ? readOnlyDayMessage(date, approvedWord(isApproved).toLowerCase())
    : 'No session asks for these hours any more.'

export const entryOf = (timesheet: Timesheet): TimesheetEntry => ({
  startTime: timesheet.startTime,
  endTime: timesheet.endTime,
  isZeroHours: timesheet.isZeroHours,
  serviceId: timesheet.serviceId,
})

/** The services that can be named before their list has come: the row's own. */
export const ownService = ({ serviceId, serviceName }: Timesheet): readonly Pick<ServiceOption, 'id' | 'name'>[] =>
  serviceId === null ? [] : [{ id: serviceId, name: serviceName ?? '' }]

/** The entry after a change; the error of what was changed goes. */
const changed = ({ errors }: TimesheetInput, entry: TimesheetEntry, ...fields: (keyof TimesheetErrors)[]) => ({
  entry,
  errors: Object.fromEntries(
    Object.entries(errors).filter(([field]) => !fields.some((changedField) => changedField === field)),
  ),
})

const ENTRY_EVENTS: readonly string[] = ['start.choose', 'end.choose', 'service.choose', 'isZeroHours.toggle']

const isEntryEvent = (event: { type: string }): event is TimesheetEntryEvent => ENTRY_EVENTS.includes(event.type)

/** What is entered after an event; nothing changes for events that enter nothing. */
export const entered = (input: TimesheetInput, event: { type: string }): Partial<TimesheetInput> => {
  if (!isEntryEvent(event)) return {}
  const { entry } = input
  switch (event.type) {
    case 'start.choose':
      return changed(input, withStart(entry, event.time), 'startTime', 'endTime')
    case 'end.choose':
      return changed(input, { ...entry, endTime: event.time }, 'endTime')
    case 'service.choose':
      return changed(input, { ...entry, serviceId: event.id }, 'serviceId')
    case 'isZeroHours.toggle':
      return changed(input, { ...entry, isZeroHours: !entry.isZeroHours }, 'startTime', 'endTime')
  }
}
