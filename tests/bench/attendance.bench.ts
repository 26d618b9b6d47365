import { attendanceReport } from '#contract/reports/attendance.ts'
import { addDays } from '#domain/time.ts'
import type { Bench } from './bench.ts'
import { compareWithRawSql } from './week-query/beside-raw.ts'
import { sundayOf } from './week-query/data.ts'

/** A typical query for one month; the lists of all dates are measured separately. */
const monthOf = (index: number) => {
  const fromDate = sundayOf((index * 7) % 60)
  return { fromDate, toDate: addDays(fromDate, 27) }
}
const { getAttendanceRecords: records, getAttendanceChart: chart } = attendanceReport.endpoints
const page = { pageIndex: 1, pageSize: 10 }

export const bench: Bench = {
  name: 'Attendance over 100,000 occurrences',
  run: () =>
    compareWithRawSql([
      {
        name: 'attendance, first page of everything',
        path: records.path,
        bodyOf: () => page,
        atLeast: 0.85,
      },
      {
        name: 'attendance, first page of a month',
        path: records.path,
        bodyOf: (index) => ({ ...page, ...monthOf(index) }),
        atLeast: 0.85,
      },
      {
        name: 'attendance, chart of a month',
        path: chart.path,
        bodyOf: monthOf,
        atLeast: 0.85,
      },
    ]),
}
