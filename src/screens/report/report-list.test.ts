import { expect, test } from 'vitest'
import { attendanceReport } from '#contract/reports/attendance.ts'
import { reportList } from './report-list.tsx'

test.each([
  ['', '2026-10-22', '2026-11-22'],
  ['from=2026-11-01', '2026-11-01', '2026-11-22'],
  ['from=&to=', '', ''],
  ['to=2020-01-01', '2026-10-22', '2026-11-22'],
  ['from=2099-01-01', '2026-10-22', '2026-11-22'],
  ['from=2026-11-10&to=2026-11-01', '2026-10-22', '2026-11-22'],
])('a report that opens with the last month, at "%s"', (query, from, to) => {
  const { filters } = reportList({ ...attendanceReport, dates: 'lastMonth' }, '2026-11-22')
  expect(filters.read(new URLSearchParams(query))).toMatchObject({ from, to })
})

test.each([
  ['', ''],
  ['sort=date', 'sort=date'],
  ['from=2026-11-01', 'from=2026-11-01&to=2026-11-22'],
  ['from=&to=', 'from=&to='],
])('is saved without the dates that it opens with: "%s" as "%s"', (query, address) => {
  const { filters, toSave } = reportList({ ...attendanceReport, dates: 'lastMonth' }, '2026-11-22')
  expect(toSave(filters.read(new URLSearchParams(query))).address).toBe(address)
})
