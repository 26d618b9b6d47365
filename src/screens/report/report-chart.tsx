import { Group, Text } from '@mantine/core'
import type { ReportBars } from '#contract/reports/report-parts.ts'
import { Bars } from '#ui/bar-chart/bars.tsx'

/** Load it lazily; it imports the chart library. */
export const ReportChart = ({ bars: { summary, caption, ...bars } }: { readonly bars: ReportBars }) => (
  <>
    <Group gap="md" mb={4} wrap="wrap">
      <Text size="sm" fw={600}>
        {summary}
      </Text>
      <Text size="sm" c="dimmed">
        {caption}
      </Text>
    </Group>
    <Bars caption={caption} {...bars} />
  </>
)
