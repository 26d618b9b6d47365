import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { type LockOut, searchLockOuts } from '#contract/billing.ts'
import { type Call, callOf } from '#contract/call.ts'
import type { PageSize } from '#contract/paging.ts'
import { lockStateNames, lockStateOf } from '#domain/billing/lock-out.ts'
import { latestHalfMonths, type Period, periodInWords } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { useLookup } from '#screens/use-calls.ts'
import { IconLock } from '#ui/icons/lock.ts'

/** How many of the latest half-months are offered. */
const OFFERED = 3
/** The most lock-outs that are read, with those that ended. */
const MOST_FOUND: PageSize = 100

/** The lock-outs of the half-months that are offered. */
const lockOutsOf = (periods: readonly Period[]): Call<void, readonly LockOut[]> =>
  callOf(
    searchLockOuts,
    () => ({
      body: { startDate: periods.at(-1)?.startDate ?? '', endDate: periods[0]?.endDate ?? '', pageSize: MOST_FOUND },
    }),
    ({ rows }) => rows,
  )

interface Props {
  readonly today: LocalDate
  readonly isDisabled: boolean
  readonly onChoose: (period: Period) => void
}

/** Chooses one of the latest half-months that are over; locked ones are marked. */
export const HalfMonths = ({ today, isDisabled, onChoose }: Props) => {
  const offered = useMemo(() => latestHalfMonths(today, OFFERED), [today])
  const lockOuts = useLookup(useMemo(() => lockOutsOf(offered), [offered]))
  return (
    <Group gap="xs" role="group" aria-label="Latest half-months">
      {offered.map((period, index) => {
        const state = lockStateOf(period, lockOuts)
        return (
          <Button
            key={period.startDate}
            // In a dialog: not a date field, which would open its calendar.
            data-autofocus={index === 0 || undefined}
            variant="default"
            leftSection={state !== 'open' && <IconLock size={14} aria-hidden />}
            size="compact-sm"
            disabled={isDisabled}
            onClick={() => onChoose(period)}
          >
            {periodInWords(period)}
            {state !== 'open' && `: ${lockStateNames[state]}`}
          </Button>
        )
      })}
    </Group>
  )
}
