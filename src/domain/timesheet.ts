/** The rules of a timesheet row: a provider's hours at one school on one day (spec 2, sections 4 and 5). */
import { addMinutes, type LocalTime, SLOT_MINUTES } from './time.ts'

export interface TimesheetEntry {
  /** Empty while nothing is chosen. */
  startTime: LocalTime | ''
  endTime: LocalTime | ''
  zeroHours: boolean
  serviceId: number | null
}

export type TimesheetErrors = Partial<Record<'serviceId' | 'startTime' | 'endTime', string>>

const endError = ({ startTime, endTime }: TimesheetEntry): string | undefined => {
  if (endTime === '') return 'End Is Required'
  if (startTime === '' || endTime > startTime) return undefined
  return endTime < startTime ? 'End can not be less than Start Time' : 'End should be greater than Start Time'
}

/** What keeps the row from being confirmed, by field; empty when nothing does. On zero hours the times are not asked. */
export const timesheetErrors = (entry: TimesheetEntry): TimesheetErrors => {
  const end = entry.zeroHours ? undefined : endError(entry)
  return {
    ...(entry.serviceId === null && { serviceId: 'Service Is Required' }),
    ...(!entry.zeroHours && entry.startTime === '' && { startTime: 'Start Is Required' }),
    ...(end !== undefined && { endTime: end }),
  }
}

/** A start that is later than the end moves the end to 15 minutes after it. */
export const withStart = <T extends Pick<TimesheetEntry, 'startTime' | 'endTime'>>(
  entry: T,
  startTime: LocalTime | '',
): T => ({
  ...entry,
  startTime,
  endTime: entry.endTime !== '' && startTime > entry.endTime ? addMinutes(startTime, SLOT_MINUTES) : entry.endTime,
})
