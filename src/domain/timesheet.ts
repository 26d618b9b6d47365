/** The rules of a timesheet row: a provider's hours at one school on one day (spec 2, sections 4 and 5). */
import { addMinutes, formatDate, type LocalDate, localTimeSchema, SLOT_MINUTES } from './time.ts'

export interface TimesheetEntry {
  /** `HH:mm`, empty while nothing is chosen, or what was typed when that is no time. */
  startTime: string
  endTime: string
  isZeroHours: boolean
  serviceId: number | null
}

export type TimesheetErrors = Partial<Record<'serviceId' | 'startTime' | 'endTime', string>>

/** The words for what is wrong: there are two sets of them for one set of rules (spec 2, section 5). */
export interface TimesheetWords {
  service: string
  start: string
  end: string
  endBeforeStart: string
  endAtStart: string
}

/** Of the home's table. */
export const ROW_WORDS: TimesheetWords = {
  service: 'Service Is Required',
  start: 'Start Is Required',
  end: 'End Is Required',
  endBeforeStart: 'End can not be less than Start Time',
  endAtStart: 'End should be greater than Start Time',
}

/** Of the calendar's dialog. */
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

/** What keeps the hours from being saved, by field; empty when nothing does. On zero hours the times are not asked. */
export const timesheetErrors = (entry: TimesheetEntry, words: TimesheetWords = ROW_WORDS): TimesheetErrors => {
  const start = entry.isZeroHours ? undefined : timeError(entry.startTime, words.start)
  const end = entry.isZeroHours ? undefined : (timeError(entry.endTime, words.end) ?? orderError(entry, words))
  return {
    ...(entry.serviceId === null && { serviceId: words.service }),
    ...(start !== undefined && { startTime: start }),
    ...(end !== undefined && { endTime: end }),
  }
}

/** A start that is later than the end moves the end to 15 minutes after it. */
export const withStart = <T extends Pick<TimesheetEntry, 'startTime' | 'endTime'>>(entry: T, startTime: string): T => ({
  ...entry,
  startTime,
  endTime:
    isTime(startTime) && isTime(entry.endTime) && startTime > entry.endTime
      ? addMinutes(startTime, SLOT_MINUTES)
      : entry.endTime,
})

/** Why nothing of a day can be changed: one that is `approved` or `locked`. */
export const readOnlyDayMessage = (date: LocalDate, state: string): string =>
  `${formatDate(date)} is ${state}. You will not be able to make any changes for this day.`
