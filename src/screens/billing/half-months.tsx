import { Button, Group } from '@mantine/core'
import { latestHalfMonths, type Period, periodInWords } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'

/** How many of the latest half-months are offered. */
const OFFERED = 3

interface Props {
  readonly today: LocalDate
  readonly isDisabled: boolean
  readonly onChoose: (period: Period) => void
}

/** Chooses one of the latest half-months that are over. */
export const HalfMonths = ({ today, isDisabled, onChoose }: Props) => (
  <Group gap="xs" role="group" aria-label="Latest half-months">
    {latestHalfMonths(today, OFFERED).map((period, index) => (
      <Button
        key={period.startDate}
        // In a dialog: not a date field, which would open its calendar.
        data-autofocus={index === 0 || undefined}
        variant="default"
        size="compact-sm"
        disabled={isDisabled}
        onClick={() => onChoose(period)}
      >
        {periodInWords(period)}
      </Button>
    ))}
  </Group>
)
