import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { Group, Paper, Skeleton, Text } from '@mantine/core'
import { useActorRef, useSelector } from '@xstate/react'
import dayjs from 'dayjs'
import { useEffect } from 'react'
import type { AttendanceChart, AttendanceFilters, AttendanceRecord, AttendanceStep } from '#contract/attendance.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import classes from './attendance-chart.module.css'
import type { AttendanceList } from './attendance-filters.tsx'

type Snapshot = DetailsSnapshot<AttendanceFilters, AttendanceChart>

const selectAsked = ({ context }: PagedListSnapshot<AttendanceRecord, AttendanceFilters>) => context.result

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
      <div aria-hidden>
        <BarChart
          h={150}
          data={points.map((point) => ({
            label: labelOf(point.from, step),
            Delivered: point.delivered,
            'Not delivered': point.due - point.delivered,
          }))}
          dataKey="label"
          type="stacked"
          series={[
            { name: 'Delivered', color: 'var(--delivered)' },
            { name: 'Not delivered', color: 'var(--not-delivered)' },
          ]}
          className={classes.chart}
          withLegend
          tickLine="none"
          gridAxis="x"
          yAxisProps={{ tickCount: 3, width: 44 }}
          valueFormatter={format}
          // The table below says the same to those who do not see the picture.
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ maxBarSize: 28, isAnimationActive: false }}
        />
      </div>
      <table className={classes.spoken}>
        <caption>Delivered against due, {PERIODS[step]}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Due</th>
            <th scope="col">Delivered</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.from}>
              <th scope="row">{formatDate(point.from)}</th>
              <td>{point.due}</td>
              <td>{point.delivered}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Delivered against due over what the list is narrowed to; it is drawn anew whenever the list is read anew. */
export const AttendanceChartPanel = ({ list }: { readonly list: AttendanceList }) => {
  const chart = useActorRef(useProvided('attendanceChart'))
  const result = useSelector(list, selectAsked)
  const { data, message } = useSelector(chart, ({ context }: Snapshot) => context)
  const isFailed = useSelector(chart, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  useEffect(() => {
    if (result !== undefined) chart.send({ type: 'details.open', subject: list.getSnapshot().context.filters })
  }, [chart, list, result])
  return (
    <Paper withBorder p="sm" component="section" aria-label="Chart" className={classes.panel}>
      {isFailed ? (
        <FailedToRead
          message={message ?? 'The chart could not be read.'}
          onRetry={() => chart.send({ type: 'details.retry' })}
        />
      ) : data === undefined ? (
        <Skeleton height={176} />
      ) : (
        <Chart chart={data} />
      )}
    </Paper>
  )
}
