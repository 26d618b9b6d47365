/** Whether sessions that were due were held (DESIGN, section 4). */
import { z } from 'zod'
import type { LocalDate } from './time.ts'

export const ATTENDANCE_STATUSES = ['Present', 'Absent', 'Not Confirmed'] as const
export const attendanceStatusSchema = z.enum(ATTENDANCE_STATUSES)
export type AttendanceStatus = z.infer<typeof attendanceStatusSchema>

export const attendanceMessages = {
  /** Spec 2, section 5. */
  endBeforeStart: "End Date can't be less than Start Date",
  /** Spec 2, section 8. */
  empty: 'No Data Found',
} as const

/** '' is no bound. */
export const dateRangeProblem = ({ from, to }: { from: LocalDate | ''; to: LocalDate | '' }): string | undefined =>
  from !== '' && to !== '' && to < from ? attendanceMessages.endBeforeStart : undefined
