import type { AttendanceFilters } from '#contract/attendance.ts'

/** What the list and the chart are asked with. */
export const attendanceBody = ({ providerId, from, to, keywords }: AttendanceFilters) => ({
  providerId,
  fromDate: from || null,
  toDate: to || null,
  keywords: keywords.trim() || null,
})
