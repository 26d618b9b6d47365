import { ActionIcon, Box, Menu, Tooltip } from '@mantine/core'
import { callOf } from '#contract/call.ts'
import { type DayToReject, getDayToReject, rejectDays } from '#contract/day.ts'
import type { Timesheet } from '#contract/schedule.ts'
import { hoursInWords } from '#domain/timesheet.ts'
import { counted } from '#domain/words.ts'
import type { DecisionDefinition } from '#screens/form/decision-dialog.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import { IconX } from '#ui/icons/x.ts'
import { daysInWords } from './days-in-words.ts'
import { type DecidedDay, oneDay } from './one-day.tsx'
import styles from './rejecting.module.css'

const rowInWords = (row: Timesheet): string =>
  row.isRequired === false
    ? 'No timesheet required'
    : `${hoursInWords(row)}, ${row.isConfirmed ? 'confirmed' : 'not confirmed'}`

const EFFECT_FOR_ONE = 'the provider sees the reason and must confirm the hours again.'

/** Sends a provider's day back to be corrected and confirmed again. */
export const rejecting: DecisionDefinition<DayToReject, DecidedDay> = {
  calls: {
    read: callOf(getDayToReject, ({ providerId, date }) => ({ body: { providerId, date } })),
    save: callOf(rejectDays, ({ subject: { providerId, date }, stored: { entityCacheKey }, values: reason }) => ({
      body: { days: [{ providerId, date, entityCacheKey }], reason },
    })),
  },
  title: 'Reject',
  isRefusal: true,
  effect: () => EFFECT_FOR_ONE,
  ...oneDay('rejected', 'rejecting'),
  above: ({ hours }) => (
    <Box mb="xs">
      <Facts facts={hours.map((row) => [row.schoolName, rowInWords(row)] as const)} />
    </Box>
  ),
}

/** A provider's day as it was shown. */
interface ShownDay extends DecidedDay {
  readonly entityCacheKey: string
}

/** Sends several providers' days back, all or none, for one reason. */
export const rejectingDays: DecisionDefinition<null, readonly ShownDay[]> = {
  calls: {
    read: { run: async () => null },
    save: callOf(rejectDays, ({ subject, values: reason }) => ({
      body: {
        days: subject.map(({ providerId, date, entityCacheKey }) => ({ providerId, date, entityCacheKey })),
        reason,
      },
    })),
  },
  title: 'Reject',
  isRefusal: true,
  about: daysInWords,
  effect: (days) =>
    days.some(({ providerId }) => providerId !== days[0]?.providerId)
      ? 'the providers see the reason and must confirm their hours again.'
      : EFFECT_FOR_ONE,
  decided: (days) => `${counted(days.length, 'day')} ${days.length === 1 ? 'has' : 'have'} been rejected`,
  draft: () => 'rejecting/several',
}

interface Props {
  /** The days of one date that can be rejected. */
  readonly days: readonly DecidedDay[]
  /** The date, as the header shows it. */
  readonly label: string
  readonly onReject: (day: DecidedDay) => void
}

/** The button in a day's header that rejects a provider's day; with several providers, it asks whose. */
export const RejectButton = ({ days, label, onReject }: Props) => {
  const [first, ...others] = days
  if (!first) return null
  const button = (
    <ActionIcon
      size={24}
      variant="subtle"
      color="red"
      aria-label={`Reject ${label}`}
      {...(others.length === 0 && { onClick: () => onReject(first) })}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
  if (others.length === 0) return <Tooltip label="Reject">{button}</Tooltip>
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={styles.providers}>
        <Menu.Label>Reject</Menu.Label>
        {days.map((day) => (
          <Menu.Item key={day.providerId} onClick={() => onReject(day)}>
            <bdi>{day.providerName}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
