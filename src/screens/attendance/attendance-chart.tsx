import { Group, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import dayjs from 'dayjs'
import {
  type AttendanceChart,
  type AttendanceFilters,
  type AttendanceRecord,
  type AttendanceStep,
  getAttendanceChart,
} from '#contract/attendance.ts'
import { callOf } from '#contract/call.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { useListDetails } from '#screens/list/use-list.ts'
import { Bars } from '#ui/bar-chart/bars.tsx'
import { attendanceBody } from './attendance-body.ts'

type ListSnapshot = PagedListSnapshot<AttendanceRecord, AttendanceFilters>
/** There is something to draw, or there may be. */
const selectIsDrawn = (snapshot: ListSnapshot) => {
  const { result } = snapshot.context
  return result === undefined ? snapshot.hasTag('busy') : result.total > 0
}

const PERIODS = { day: 'by day', week: 'by week', month: 'by month' } as const satisfies Record<AttendanceStep, string>

const labelOf = (from: LocalDate, step: AttendanceStep) =>
  step === 'month' ? dayjs(from).format('MMM YYYY') : formatDate(from).slice(0, 5)

const format = (count: number) => count.toLocaleString('en-US')

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const Chart = ({ chart: { step, points } }: { readonly chart: AttendanceChart }) => {
  const due = sum(points.map((point) => point.due))
  const delivered = sum(points.map((point) => point.delivered))
  const percent = due === 0 ? 0 : Math.round((delivered / due) * 100)
  return (
    <>
      <Group gap="md" mb={4} wrap="wrap">
        <Text size="sm" fw={600}>
          {format(delivered)} of {format(due)} sessions delivered ({percent}%)
        </Text>
        <Text size="sm" c="dimmed">
          Delivered against due, {PERIODS[step]}
        </Text>
      </Group>
      <Bars
        caption={`Delivered against due, ${PERIODS[step]}`}
        type="stacked"
        series={[
          { name: 'Delivered', look: 'strong' },
          { name: 'Not delivered', look: 'weak' },
        ]}
        heads={['From', 'Due', 'Delivered']}
        points={points.map((point) => ({
          key: point.from,
          label: labelOf(point.from, step),
          name: formatDate(point.from),
          bars: [point.delivered, point.due - point.delivered],
          cells: [point.due, point.delivered],
        }))}
      />
    </>
  )
}

const readChart = callOf(getAttendanceChart, (filters: AttendanceFilters) => ({ body: attendanceBody(filters) }))

/** Delivered against due over what the list is narrowed to; redrawn whenever the list is read. */
export const AttendanceChartPanel = ({
  list,
}: {
  readonly list: PagedListActor<AttendanceRecord, AttendanceFilters>
}) => {
  const chart = useListDetails(list, readChart)
  const isDrawn = useSelector(list, selectIsDrawn)
  if (!isDrawn) return null
  return (
    <DetailsPanel details={chart} name="Chart" failed="The chart could not be read." height={176}>
      {(data: AttendanceChart) => <Chart chart={data} />}
    </DetailsPanel>
  )
}
