/** Confirming a day's hours as they are scheduled: which rows, and one call for each. */
import { ApiError, NetworkError } from '#contract/failures.ts'
import {
  countsAsApproved,
  type DayListing,
  getScheduleEventsPerDay,
  hoursToWire,
  rowOf,
  type SavedTimesheet,
  type Timesheet,
  updateSchoolTime,
} from '#contract/schedule.ts'
import { type Clock, hoursAheadReason } from '#domain/day-over.ts'
import type { LocalDate } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'

/** The hours at a school, with the sessions they cover. */
export interface DayRow {
  timesheet: Timesheet
  listing: readonly DayListing[]
}

/** Rows that are over and not confirmed yet; others are left alone. */
export const confirmableRows = <Row extends Pick<DayRow, 'timesheet'>>(rows: readonly Row[], now: Clock): Row[] =>
  rows.filter(
    ({ timesheet }) =>
      !timesheet.isConfirmed &&
      timesheet.isRequired !== false &&
      !countsAsApproved(timesheet.isApproved) &&
      hoursAheadReason(timesheet, now) === undefined,
  )

export interface DayToConfirm {
  providerId: number
  date: LocalDate
  now: Clock
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
        const { startTime, endTime, isZeroHours, serviceId, schoolId } = timesheet
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
