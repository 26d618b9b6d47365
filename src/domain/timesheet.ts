/** The rules of a timesheet row: a provider's hours at one school on one day (spec 2, sections 4 and 5). */
import { addMinutes, localTimeSchema, SLOT_MINUTES } from './time.ts'

export interface TimesheetEntry {
  /** `HH:mm`, empty while nothing is chosen, or what was typed when that is no time. */
  startTime: string
  endTime: string
  zeroHours: boolean
  serviceId: number | null
}

export type TimesheetErrors = Partial<Record<'serviceId' | 'startTime' | 'endTime', string>>

const isTime = (text: string) => localTimeSchema.safeParse(text).success

const timeError = (text: string, missing: string): string | undefined =>
  text === '' ? missing : isTime(text) ? undefined : 'Enter Valid Time'

const orderError = ({ startTime, endTime }: TimesheetEntry): string | undefined => {
  if (!isTime(startTime) || endTime > startTime) return undefined
  return endTime < startTime ? 'End can not be less than Start Time' : 'End should be greater than Start Time'
}

/** What keeps the row from being confirmed, by field; empty when nothing does. On zero hours the times are not asked. */
export const timesheetErrors = (entry: TimesheetEntry): TimesheetErrors => {
  const start = entry.zeroHours ? undefined : timeError(entry.startTime, 'Start Is Required')
  const end = entry.zeroHours ? undefined : (timeError(entry.endTime, 'End Is Required') ?? orderError(entry))
  return {
    ...(entry.serviceId === null && { serviceId: 'Service Is Required' }),
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
