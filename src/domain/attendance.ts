/** Whether scheduled sessions were held (DESIGN, section 4). */
import { z } from 'zod'

export const ATTENDANCE_STATUSES = ['Present', 'Absent', 'Make-up Due', 'Not Confirmed'] as const
export const attendanceStatusSchema = z.enum(ATTENDANCE_STATUSES)
export type AttendanceStatus = z.infer<typeof attendanceStatusSchema>

export const attendanceMessages = {
  /** Spec 2, section 8. */
  empty: 'No Data Found',
} as const
