import { Anchor, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { callOf } from '#contract/call.ts'
import { getNextDay } from '#contract/needs-you.ts'
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import { formatDayHeader, type LocalDate } from '#domain/time.ts'
import { useDetailsOf } from '#screens/use-calls.ts'

const read = callOf(
  getNextDay,
  (date: LocalDate) => ({ query: { date } }),
  ({ date }) => date,
)

/** Leads from a day without sessions to the next one with some; empty if there is none, or it can't be loaded. */
export const NextDay = ({ after }: { readonly after: LocalDate }) => {
  const next = useSelector(useDetailsOf(read, after), ({ context }) => context.data)
  return (
    next && (
      <Text ta="center" size="sm" mt={4}>
        Your next day with sessions:{' '}
        <Anchor component={Link} href={ownDayAddress(next)} inherit>
          {formatDayHeader(next)}
        </Anchor>
      </Text>
    )
  )
}
