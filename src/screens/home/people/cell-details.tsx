import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { callOf } from '#contract/call.ts'
import { getScheduleEventsPerDay } from '#contract/schedule.ts'
import { correctionsAddress } from '#domain/billing/corrections.ts'
import { formatDayHeader, formatTimeRange } from '#domain/time.ts'
import { hoursInWords } from '#domain/timesheet.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { DayRow } from '#machines/schedule/confirm-day.ts'
import type { DayKey } from '#machines/schedule/week-approval.machine.ts'
import { HistoryLink } from '#screens/history-link.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { HoursFindings } from '#screens/schedule/hours-findings.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import type { PersonDayStatus } from './person-day.ts'

const readDay = callOf(
  getScheduleEventsPerDay,
  ({ providerId, date }: DayKey) => ({ body: { providerId, fromDateTime: date, toDateTime: date } }),
  ({ eventsTimeSheetListing }): readonly DayRow[] => eventsTimeSheetListing,
)

const School = ({ timesheet, listing }: DayRow) => (
  <section aria-label={timesheet.schoolName}>
    <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
      <Text fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {timesheet.schoolName}
      </Text>
      {timesheet.isRequired !== false && (
        <Badge
          variant={timesheet.isConfirmed ? 'filled' : 'outline'}
          color={timesheet.isConfirmed ? undefined : 'gray'}
          style={{ flex: 'none' }}
        >
          {timesheet.isConfirmed ? 'Confirmed' : 'Unconfirmed'}
        </Badge>
      )}
    </Group>
    <Text fz="sm">{timesheet.isRequired === false ? 'No timesheet required' : hoursInWords(timesheet)}</Text>
    {timesheet.isRequired !== false && <HoursFindings hours={timesheet} {...timesheet} />}
    <ul style={{ margin: 0, paddingInlineStart: 18, fontSize: 'var(--mantine-font-size-xs)' }}>
      {listing.map((session) => (
        <li key={session.id}>
          {formatTimeRange(session.eventStartTime, session.eventEndTime)} {session.title}
          {session.isEdited && ' (change waiting)'}
        </li>
      ))}
    </ul>
  </section>
)

interface Props {
  readonly day: DayKey
  readonly providerName: string
  /** Why the day was rejected or reopened, if it was. */
  readonly reason: string | null
  readonly status: PersonDayStatus
  /** Opens a locked day to put it right. */
  readonly onCorrect: () => void
  /** Changes when the day may have changed. */
  readonly version: string
}

type Snapshot = DetailsSnapshot<DayKey, readonly DayRow[]>

/** The hours and sessions of a provider's day. */
const CellDetails = ({ day, providerName, reason, status, onCorrect }: Props) => {
  const details = useDetailsOf(readDay, day)
  const { data, message } = useSelector(details, ({ context }: Snapshot) => context)
  const isFailed = useSelector(details, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return (
    <section aria-label="Details">
      <Title order={2} fz="md" style={{ overflowWrap: 'anywhere' }}>
        <bdi>
          <ProviderLink id={day.providerId} name={providerName} />
        </bdi>
      </Title>
      <Group justify="space-between" gap="xs">
        <Text fz="sm" c="dimmed">
          {formatDayHeader(day.date)}
        </Text>
        <Group gap="sm">
          <Anchor component={Link} href={providerDayAddress(day.providerId, day.date)} fz="sm">
            Open day
          </Anchor>
          <HistoryLink
            workflow="schedule/provider-day"
            entity={`${day.providerId}/${day.date}`}
            name={`${providerName}, ${formatDayHeader(day.date)}`}
            size="sm"
          />
        </Group>
      </Group>
      {status === 'locked' && (
        <Button size="compact-sm" variant="default" mt={4} onClick={onCorrect}>
          Correct this day
        </Button>
      )}
      {status === 'correcting' && (
        <Anchor component={Link} href={correctionsAddress(day.providerId)} fz="sm">
          Open correction
        </Anchor>
      )}
      {reason !== null && (
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          Reason: {reason}
        </Text>
      )}
      {isFailed ? (
        <FailedToRead
          message={message ?? 'The day could not be loaded.'}
          onRetry={() => details.send({ type: 'details.retry' })}
        />
      ) : data === undefined ? (
        <Skeleton height={96} mt="xs" />
      ) : (
        <Stack gap="sm" mt="xs">
          {data.map((school) => (
            <School key={school.timesheet.schoolId} {...school} />
          ))}
        </Stack>
      )}
    </section>
  )
}

/** Reads again when the day or its version changes. */
export const DayDetails = (props: Props) => (
  <CellDetails key={`${props.day.providerId} ${props.day.date} ${props.version}`} {...props} />
)
