import { Group, Select, Stack, Text } from '@mantine/core'
import { formatDate } from '#domain/time.ts'
import { type Period, periodChoices, periodNamed, periodProblem } from '#domain/workflow-period.ts'
import { useNow } from '#screens/use-now.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import type { CountsPlace } from './counts-place.ts'

const OWN = 'own'

interface Props {
  readonly chosen: CountsPlace['period']
  /** The chosen dates. */
  readonly period: Period
  readonly onChoose: (period: CountsPlace['period']) => void
}

/** The period to count: a named one relative to today, or any dates. */
export const PeriodChoice = ({ chosen, period, onChoose }: Props) => {
  const { date: today } = useNow()
  const isOwn = typeof chosen !== 'string'
  const change = (changed: Partial<Period>) => onChoose({ ...period, ...changed })
  return (
    <Stack gap="xs">
      <Select
        label="Period"
        data={[
          ...periodChoices(today, isOwn ? undefined : chosen).map(({ group, periods }) => ({
            group,
            items: periods.map(({ id, name }) => ({ value: id, label: name })),
          })),
          { group: 'Other', items: [{ value: OWN, label: 'Custom dates' }] },
        ]}
        value={isOwn ? OWN : chosen}
        allowDeselect={false}
        comboboxProps={{ shadow: 'md' }}
        onChange={(value) => onChoose(periodNamed(value) ?? period)}
      />
      {isOwn ? (
        <Group gap="xs" grow align="start">
          <DateField label="Start Date" value={period.from} onChange={(from) => from !== '' && change({ from })} />
          <DateField
            label="End Date"
            value={period.to}
            error={periodProblem(period)}
            onChange={(to) => to !== '' && change({ to })}
          />
        </Group>
      ) : (
        <Text fz="sm" c="dimmed">
          {formatDate(period.from)} to {formatDate(period.to)}
        </Text>
      )}
    </Stack>
  )
}
