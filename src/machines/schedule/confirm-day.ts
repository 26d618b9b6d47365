/** Confirming a day's hours as they are scheduled: which rows, and one call for each. */
import { ApiError, NetworkError } from '#contract/failures.ts'
import {
  countsAsApproved,
  type DayListing,
  getScheduleEventsPerDay,
  hoursToWire,
  type ProposedHours,
  rowOf,
  type SavedTimesheet,
  type Timesheet,
  updateSchoolTime,
} from '#contract/schedule.ts'
import { hoursAheadReason } from '#domain/day-over.ts'
import type { LocalDate, LocalDateTime } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'

/** The hours at a school, with the sessions they cover. */
export interface DayRow {
  timesheet: Timesheet
  listing: readonly DayListing[]
}

/** What the sessions of a row say; undefined if they leave nothing to propose. */
export const scheduledHours = ({ proposed }: Pick<Timesheet, 'proposed'>): ScheduledHours | undefined =>
  proposed !== undefined && proposed.startTime < proposed.endTime ? { ...proposed, isZeroHours: false } : undefined

/** Rows that are over by the schedule and not confirmed yet; others are left alone. */
export const confirmableRows = <Row extends Pick<DayRow, 'timesheet'>>(
  rows: readonly Row[],
  now: LocalDateTime,
): Row[] =>
  rows.filter(({ timesheet }) => {
    const { date, isConfirmed, isRequired, isApproved } = timesheet
    const hours = scheduledHours(timesheet)
    return (
      hours !== undefined &&
      !isConfirmed &&
      isRequired !== false &&
      !countsAsApproved(isApproved) &&
      hoursAheadReason({ date, ...hours }, now) === undefined
    )
  })

/** The stored hours of a row if confirming as scheduled replaces them with others. */
export const replacedHours = (timesheet: Timesheet): Timesheet | undefined => {
  const hours = scheduledHours(timesheet)
  if (timesheet.id === 0 || hours === undefined) return undefined
  const isSame =
    !timesheet.isZeroHours &&
    timesheet.startTime === hours.startTime &&
    timesheet.endTime === hours.endTime &&
    timesheet.serviceId === hours.serviceId
  return isSame ? undefined : timesheet
}

export interface ScheduledHours extends ProposedHours {
  isZeroHours: false
}

export interface DayToConfirm {
  providerId: number
  date: LocalDate
  now: LocalDateTime
}

export interface Confirmed {
  saved: readonly SavedTimesheet[]
  /** Why rows were not confirmed, by 'school' and the school's id. */
  refusals: Readonly<Record<string, string>>
}

const NO_ANSWER = 'The server did not answer. Please check whether these hours are confirmed.'

/** Reads the rows again, so that exactly what is shown is confirmed. */
export const confirmDay: RecordCalls<DayToConfirm, readonly DayRow[], readonly DayRow[], Confirmed> = {
  read: {
    run: async (client, { providerId, date, now }, options) => {
      const body = { fromDateTime: date, toDateTime: date, providerId }
      const { eventsTimeSheetListing } = await client.call(getScheduleEventsPerDay, { body }, options)
      return confirmableRows(eventsTimeSheetListing, now)
    },
  },
  save: {
    run: async (client, { values: rows }) => {
      const saved: SavedTimesheet[] = []
      const refusals: Record<string, string> = {}
      const failures: unknown[] = []
      for (const { timesheet } of rows) {
        const { schoolId } = timesheet
        const scheduled = scheduledHours(timesheet)
        if (scheduled === undefined) throw new RangeError('The sessions of this row propose no hours')
        const { startTime, endTime, isZeroHours, serviceId } = scheduled
        const hours = { startTime, endTime, isZeroHours, serviceId, isConfirmClicked: true }
        try {
          saved.push(await client.call(updateSchoolTime, { body: hoursToWire({ ...rowOf(timesheet), ...hours }) }))
        } catch (error) {
          if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
          if (error instanceof NetworkError) failures.push(error)
          refusals[`school${schoolId}`] = error instanceof ApiError ? error.message : NO_ANSWER
        }
      }
      // Nothing was reached: the dialog stays as it was.
      if (failures.length === rows.length) throw failures[0]
      return { saved, refusals }
    },
  },
}
