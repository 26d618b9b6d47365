/** The rules of a timesheet row: a provider's hours at one school on one day (spec 2, sections 4 and 5). */
import { addMinutes, formatDate, formatTimeRange, type LocalDate, localTimeSchema, SLOT_MINUTES } from './time.ts'

export interface TimesheetEntry {
  /** `HH:mm`, empty if nothing is chosen, or the typed text if it is not a valid time. */
  startTime: string
  endTime: string
  isZeroHours: boolean
  serviceId: number | null
}

/** 'Zero hours', or when the hours start and end. */
export const hoursInWords = ({
  isZeroHours,
  startTime,
  endTime,
}: Pick<TimesheetEntry, 'isZeroHours' | 'startTime' | 'endTime'>): string =>
  isZeroHours ? 'Zero hours' : formatTimeRange(startTime, endTime)

export type TimesheetErrors = Partial<Record<'serviceId' | 'startTime' | 'endTime', string>>

/** Error messages. The spec has two sets for the same rules (spec 2, section 5). */
export interface TimesheetWords {
  service: string
  start: string
  end: string
  endBeforeStart: string
  endAtStart: string
}

/** For the Home Page's table. */
export const ROW_WORDS: TimesheetWords = {
  service: 'Service Is Required',
  start: 'Start Is Required',
  end: 'End Is Required',
  endBeforeStart: 'End can not be less than Start Time',
  endAtStart: 'End should be greater than Start Time',
}

/** For the calendar's dialog. */
export const MODAL_WORDS: TimesheetWords = {
  service: 'Service Type is required',
  start: 'Start is required',
  end: 'End is required',
  endBeforeStart: 'End can not be less than Start',
  endAtStart: 'End should be greater than Start',
}

const isTime = (text: string) => localTimeSchema.safeParse(text).success

const timeError = (text: string, missing: string): string | undefined =>
  text === '' ? missing : isTime(text) ? undefined : 'Enter Valid Time'

const orderError = ({ startTime, endTime }: TimesheetEntry, words: TimesheetWords): string | undefined => {
  if (!isTime(startTime) || endTime > startTime) return undefined
  return endTime < startTime ? words.endBeforeStart : words.endAtStart
}

/** Validation errors by field; empty if none. With zero hours, the times are not validated. */
export const timesheetErrors = (entry: TimesheetEntry, words: TimesheetWords = ROW_WORDS): TimesheetErrors => {
  const start = entry.isZeroHours ? undefined : timeError(entry.startTime, words.start)
  const end = entry.isZeroHours ? undefined : (timeError(entry.endTime, words.end) ?? orderError(entry, words))
  return {
    ...(entry.serviceId === null && { serviceId: words.service }),
    ...(start !== undefined && { startTime: start }),
    ...(end !== undefined && { endTime: end }),
  }
}

/** Sets the start; an end that is not later moves to 15 minutes after it. */
export const withStart = <T extends Pick<TimesheetEntry, 'startTime' | 'endTime'>>(entry: T, startTime: string): T => ({
  ...entry,
  startTime,
  endTime:
    isTime(startTime) && isTime(entry.endTime) && startTime > entry.endTime
      ? addMinutes(startTime, SLOT_MINUTES)
      : entry.endTime,
})

/** Why an approved or locked day is read-only. */
export const readOnlyDayMessage = (date: LocalDate, state: string): string =>
  `${formatDate(date)} is ${state}. You will not be able to make any changes for this day.`
