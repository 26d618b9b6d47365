import { Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { callOf } from '#contract/call.ts'
import type { DateRange } from '#contract/filters.ts'
import { getStudentMinutes, type StudentMinutes } from '#contract/students.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { WeeklyBars } from '#ui/bar-chart/weekly-bars.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import type { StudentSessionList } from './student-sessions.tsx'

const rounded = (minutes: number) => Math.round(minutes)
const format = (minutes: number) => rounded(minutes).toLocaleString('en-US')

const shareOf = ({ mandated, delivered }: { mandated: number; delivered: number }) =>
  mandated === 0
    ? `${format(delivered)} minutes, none mandated`
    : `${format(delivered)} of ${format(mandated)} minutes (${Math.round((delivered / mandated) * 100)}%)`

const Chart = ({ minutes: { weeks, services, makeUpDue } }: { readonly minutes: StudentMinutes }) => {
  const total = weeks.reduce(
    (sum, week) => ({ mandated: sum.mandated + week.mandated, delivered: sum.delivered + week.delivered }),
    { mandated: 0, delivered: 0 },
  )
  return (
    <>
      <WeeklyBars
        caption="Mandated and delivered minutes, by week"
        names={['Mandated', 'Delivered']}
        weeks={weeks.map(({ from, mandated, delivered }) => ({ from, values: [rounded(mandated), delivered] }))}
      >
        <Text size="sm" fw={600}>
          {shareOf(total)}
        </Text>
        {makeUpDue > 0 && <Text size="sm">{format(makeUpDue)} minutes to make up</Text>}
      </WeeklyBars>
      {services.length > 1 && <Facts facts={services.map((service) => [service.serviceName, shareOf(service)])} />}
    </>
  )
}

/** Mandated versus delivered minutes in the chosen range. */
export const StudentMinutesPanel = ({
  studentId,
  list,
}: {
  readonly studentId: number
  readonly list: StudentSessionList
}) => {
  const read = useMemo(
    () =>
      callOf(getStudentMinutes, ({ from, to }: DateRange) => ({
        params: { id: studentId },
        query: { fromDate: from, toDate: to },
      })),
    [studentId],
  )
  const from = useSelector(list, ({ context }) => context.filters.from)
  const to = useSelector(list, ({ context }) => context.filters.to)
  // Paging through the sessions doesn't reload the minutes.
  const chart = useDetailsOf(read, { from, to })
  return (
    <DetailsPanel details={chart} name="Minutes" failed="The minutes could not be loaded." height={176}>
      {(data: StudentMinutes) => <Chart minutes={data} />}
    </DetailsPanel>
  )
}
