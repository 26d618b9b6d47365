import { Group, Text } from '@mantine/core'
import type { ProviderHours } from '#contract/provider-page.ts'
import { formatHours } from '#domain/hours.ts'
import { formatDate } from '#domain/time.ts'
import { Bars } from '#ui/bar-chart/bars.tsx'

const CAPTION = 'Scheduled and confirmed hours, by week'

/** Load it lazily: it pulls in the chart library. */
export const ProviderHoursChart = ({ weeks }: { readonly weeks: ProviderHours }) => {
  const scheduled = weeks.reduce((sum, week) => sum + week.scheduled, 0)
  const delivered = weeks.reduce((sum, week) => sum + week.delivered, 0)
  return (
    <>
      <Group gap="md" mb={4} wrap="wrap">
        <Text size="sm" fw={600}>
          {formatHours(delivered)} of {formatHours(scheduled)} hours confirmed
          {scheduled > 0 && ` (${Math.round((delivered / scheduled) * 100)}%)`}
        </Text>
        <Text size="sm" c="dimmed">
          {CAPTION}
        </Text>
      </Group>
      <Bars
        caption={CAPTION}
        series={[
          { name: 'Scheduled', look: 'weak' },
          { name: 'Confirmed', look: 'strong' },
        ]}
        heads={['Week of', 'Scheduled', 'Confirmed']}
        points={weeks.map((week) => {
          const hours = [week.scheduled / 100, week.delivered / 100]
          return {
            key: week.from,
            label: formatDate(week.from).slice(0, 5),
            name: formatDate(week.from),
            bars: hours,
            cells: hours,
          }
        })}
      />
    </>
  )
}
