import { Anchor, Stack, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { AttendanceRecord } from '#contract/attendance.ts'
import { attendanceMessages } from '#domain/attendance.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { formatDate } from '#domain/time.ts'
import { filterCodecs } from '#screens/list/list-address.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { usePagedList } from '#screens/list/use-paged-list.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { AttendanceDetailsDialog } from './attendance-details-dialog.tsx'
import { AttendanceFilterBar } from './attendance-filters.tsx'

const AttendanceChartPanel = lazy(async () => ({
  default: (await import('./attendance-chart.tsx')).AttendanceChartPanel,
}))

const options = {
  codecs: {
    providerId: filterCodecs.id,
    from: filterCodecs.date,
    to: filterCodecs.date,
    keywords: filterCodecs.text,
  },
  typed: 'keywords',
  refuse: dateRangeProblem,
} as const

const columnsOf = (onOpen: (record: AttendanceRecord) => void): readonly Column<AttendanceRecord>[] => [
  { key: 'number', title: 'ID', render: (_, number) => number, width: '4rem' },
  { key: 'provider', title: 'Provider Name', render: ({ providerName }) => providerName },
  {
    key: 'absent',
    title: 'Absent Record',
    render: (record) => (
      <Anchor
        component="button"
        inherit
        type="button"
        onClick={() => onOpen(record)}
        aria-label={`${record.totalCount}/${record.absentRecords}, ${record.providerName}, ${formatDate(record.date)}`}
      >
        {record.totalCount}/{record.absentRecords}
      </Anchor>
    ),
  },
  { key: 'date', title: 'Date', render: ({ date }) => formatDate(date) },
]

/** Which sessions that were due were held: for each provider's day how many, and how many not (spec 2, section 2.9). */
export const AttendanceScreen = () => {
  const list = usePagedList(useProvided('attendance'), options)
  const dialog = useActorRef(useProvided('attendanceDetails'))
  const columns = columnsOf((subject) => dialog.send({ type: 'details.open', subject }))
  return (
    <Stack gap="sm">
      <Title order={1}>Attendance</Title>
      <AttendanceFilterBar list={list} />
      <Suspense>
        <AttendanceChartPanel list={list} />
      </Suspense>
      <PagedTable
        list={list}
        ariaLabel="Attendance"
        columns={columns}
        keyOf={({ providerId, date }) => `${providerId} ${date}`}
        emptyText={attendanceMessages.empty}
      />
      <AttendanceDetailsDialog dialog={dialog} />
    </Stack>
  )
}
