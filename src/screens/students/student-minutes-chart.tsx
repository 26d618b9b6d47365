import { Group, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { StudentMinutes } from '#contract/students.ts'
import { formatDate } from '#domain/time.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { Bars } from '#ui/bar-chart/bars.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import type { StudentSessionList } from './student-sessions.tsx'

const CAPTION = 'Mandated and delivered minutes, by week'

const rounded = (minutes: number) => Math.round(minutes)
const format = (minutes: number) => rounded(minutes).toLocaleString('en-US')

const shareOf = ({ mandated, delivered }: { mandated: number; delivered: number }) =>
  mandated === 0
    ? `${format(delivered)} minutes, none mandated`
    : `${format(delivered)} of ${format(mandated)} minutes (${Math.round((delivered / mandated) * 100)}%)`

const Chart = ({ minutes: { weeks, services } }: { readonly minutes: StudentMinutes }) => {
  const total = weeks.reduce(
    (sum, week) => ({ mandated: sum.mandated + week.mandated, delivered: sum.delivered + week.delivered }),
    { mandated: 0, delivered: 0 },
  )
  return (
    <>
      <Group gap="md" mb={4} wrap="wrap">
        <Text size="sm" fw={600}>
          {shareOf(total)}
        </Text>
        <Text size="sm" c="dimmed">
          {CAPTION}
        </Text>
      </Group>
      <Bars
        caption={CAPTION}
        series={[
          { name: 'Mandated', look: 'weak' },
          { name: 'Delivered', look: 'strong' },
        ]}
        heads={['Week from', 'Mandated', 'Delivered']}
        points={weeks.map(({ from, mandated, delivered }) => ({
          key: from,
          label: formatDate(from).slice(0, 5),
          name: formatDate(from),
          bars: [rounded(mandated), delivered],
          cells: [rounded(mandated), delivered],
        }))}
      />
      {services.length > 1 && <Facts facts={services.map((service) => [service.serviceName, shareOf(service)])} />}
    </>
  )
}

/** What the caseload asks for against what was given, over the range that is chosen. */
export const StudentMinutesPanel = ({ list }: { readonly list: StudentSessionList }) => {
  const chart = useActorRef(useProvided('studentMinutes'))
  const from = useSelector(list, ({ context }) => context.filters.from)
  const to = useSelector(list, ({ context }) => context.filters.to)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range is what calls for another chart
  useEffect(() => {
    chart.send({ type: 'details.open', subject: list.getSnapshot().context.filters })
  }, [chart, list, from, to])
  return (
    <DetailsPanel details={chart} name="Minutes" failed="The minutes could not be read." height={176}>
      {(data: StudentMinutes) => <Chart minutes={data} />}
    </DetailsPanel>
  )
}
