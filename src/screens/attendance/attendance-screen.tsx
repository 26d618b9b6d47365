import { lazy, Suspense } from 'react'
import { type AttendanceRecord, getAttendanceRecord, getAttendanceRecords } from '#contract/attendance.ts'
import { callOf } from '#contract/call.ts'
import { choiceFilter, dateRangeFilter, filtersOf, textFilter } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import { attendanceMessages } from '#domain/attendance.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { formatDate } from '#domain/time.ts'
import { defineDetailsTable } from '#screens/details/define-details.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { attendanceBody } from './attendance-body.ts'

const AttendanceChartPanel = lazy(async () => ({
  default: (await import('./attendance-chart.tsx')).AttendanceChartPanel,
}))

/** The sessions of one provider's day. */
const sessions = defineDetailsTable({
  read: callOf(getAttendanceRecord, ({ providerId, date }: AttendanceRecord) => ({
    body: { providerId, fromDate: date },
  })),
  titleOf: ({ providerName, date }) => `${providerName}, ${formatDate(date)}`,
  failure: 'The sessions could not be read.',
  ariaLabel: 'Sessions',
  columns: [
    { key: 'number', title: 'Sr. No', render: (_, number) => number, width: '4rem' },
    { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
    { key: 'event', title: 'Event Name', render: ({ eventName }) => eventName },
    { key: 'status', title: 'Status', render: ({ status }) => status },
  ],
  keyOf: ({ id }) => id,
  emptyText: attendanceMessages.empty,
})

const countsOf = ({ totalCount, absentRecords }: AttendanceRecord) => `${totalCount}/${absentRecords}`

const definition = defineList({
  heading: 'Attendance',
  filters: filtersOf(
    choiceFilter('providerId', 'Provider', providerOptions),
    dateRangeFilter(dateRangeProblem),
    textFilter('keywords'),
  ),
  endpoint: getAttendanceRecords,
  request: (filters) => ({ body: attendanceBody(filters) }),
  columns: [
    { key: 'provider', title: 'Provider Name', render: ({ providerName }) => providerName },
    {
      key: 'absent',
      title: 'Absent Record',
      render: countsOf,
      labelOf: (record) => `${countsOf(record)}, ${record.providerName}, ${formatDate(record.date)}`,
      details: sessions,
    },
    { key: 'date', title: 'Date', render: ({ date }) => formatDate(date) },
  ],
  keyOf: ({ providerId, date }) => `${providerId} ${date}`,
  nameOf: ({ providerName }) => providerName,
  emptyText: attendanceMessages.empty,
})

/** Which sessions that were due were held: for each provider's day how many, and how many not (spec 2, section 2.9). */
export const AttendanceScreen = () => (
  <ListScreen
    definition={definition}
    overview={(list) => (
      <Suspense>
        <AttendanceChartPanel list={list} />
      </Suspense>
    )}
  />
)
