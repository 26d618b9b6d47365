import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { Bars } from './bars.tsx'

interface Props {
  readonly caption: string
  /** What was to be done, and what was done. */
  readonly names: readonly [planned: string, done: string]
  readonly weeks: readonly { readonly from: LocalDate; readonly values: readonly [planned: number, done: number] }[]
  /** How the table below the bars shows an amount. Default: the number. */
  readonly text?: (amount: number) => string
  /** Before the caption, such as the totals. */
  readonly children: ReactNode
}

/** Compares two amounts of each week. Load it lazily: it pulls in the chart library. */
export const WeeklyBars = ({ caption, names: [planned, done], weeks, text = String, children }: Props) => (
  <>
    <Group gap="md" mb={4} wrap="wrap">
      {children}
      <Text size="sm" c="dimmed">
        {caption}
      </Text>
    </Group>
    <Bars
      caption={caption}
      series={[
        { name: planned, look: 'weak' },
        { name: done, look: 'strong' },
      ]}
      heads={['Week of', planned, done]}
      points={weeks.map(({ from, values }) => ({
        key: from,
        label: formatDate(from).slice(0, 5),
        name: formatDate(from),
        bars: values,
        cells: values.map(text),
      }))}
    />
  </>
)
