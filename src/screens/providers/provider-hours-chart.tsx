import { Text } from '@mantine/core'
import type { ProviderHours } from '#contract/provider-page.ts'
import { hoursText } from '#contract/reports/report-cells.ts'
import { formatMinutes } from '#domain/hours.ts'
import { WeeklyBars } from '#ui/bar-chart/weekly-bars.tsx'

/** Load it lazily: it pulls in the chart library. */
export const ProviderHoursChart = ({ weeks }: { readonly weeks: ProviderHours }) => {
  const scheduled = weeks.reduce((sum, week) => sum + week.scheduled, 0)
  const delivered = weeks.reduce((sum, week) => sum + week.delivered, 0)
  if (scheduled === 0 && delivered === 0) {
    return (
      <Text size="sm" c="dimmed">
        No hours in the last {weeks.length} weeks
      </Text>
    )
  }
  return (
    <WeeklyBars
      caption="Scheduled and confirmed hours, by week"
      text={hoursText}
      names={['Scheduled', 'Confirmed']}
      weeks={weeks.map((week) => ({ from: week.from, values: [week.scheduled / 60, week.delivered / 60] }))}
    >
      <Text size="sm" fw={600}>
        {formatMinutes(delivered)} of {formatMinutes(scheduled)} hours confirmed
        {scheduled > 0 && ` (${Math.round((delivered / scheduled) * 100)}%)`}
      </Text>
    </WeeklyBars>
  )
}
