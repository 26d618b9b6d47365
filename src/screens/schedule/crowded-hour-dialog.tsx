import { Anchor, Button, Group, getDefaultZIndex, Text } from '@mantine/core'
import { formatDayHeader, formatTime, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { DAY_STATUSES } from '#machines/schedule/day-status.ts'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import styles from './crowded-hour.module.css'
import { type CrowdedHour, summaryOf } from './crowded-hours.ts'
import { DayStatusDot } from './day-status-bar.tsx'
import type { GridEvent } from './grid-events.ts'

/** Unconfirmed sessions first, then by time and provider. */
const inOrder = (a: GridEvent, b: GridEvent) => {
  const rank = ({ dayStatus }: GridEvent) => (dayStatus ? DAY_STATUSES.indexOf(dayStatus) : 0)
  return rank(a) - rank(b) || a.start.localeCompare(b.start) || a.providerName.localeCompare(b.providerName)
}

interface Props {
  readonly isOpen: boolean
  /** Undefined until the first is opened. */
  readonly hour: CrowdedHour | undefined
  /** The sessions that start in the hour. */
  readonly events: readonly GridEvent[]
  readonly onOpen: (event: GridEvent) => void
  /** Shows the whole day; undefined if it is already shown. */
  readonly onDay: ((date: LocalDate) => void) | undefined
  readonly onClose: () => void
}

/** Lists the sessions of a crowded hour; each opens as it would from the grid. */
export const CrowdedHourDialog = ({ isOpen, hour, events, onOpen, onDay, onClose }: Props) => {
  const { title, detail } = summaryOf(events)
  const columns: readonly Column<GridEvent>[] = [
    { key: 'time', title: 'Time', width: '10rem', render: ({ start, end }) => formatTimeRange(start, end) },
    {
      key: 'session',
      title: 'Session',
      render: (event) =>
        event.disabled ? (
          <span className={styles.closed}>{event.title}</span>
        ) : (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onOpen(event)}>
            {event.title}
          </Anchor>
        ),
    },
    {
      key: 'provider',
      title: 'Provider',
      render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
    },
    { key: 'school', title: 'School', render: ({ schoolName }) => schoolName },
    {
      key: 'status',
      title: 'Status',
      width: '9.5rem',
      render: ({ dayStatus, status }) => (
        <span>
          {dayStatus && <DayStatusDot status={dayStatus} />}
          {status}
        </span>
      ),
    },
  ]
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={hour && `${formatDayHeader(hour.date)}, ${formatTime(hour.start)} to ${formatTime(hour.end)}`}
      size="min(56rem, 100%)"
      // Below the details of a session, which open from here.
      zIndex={Number(getDefaultZIndex('modal')) - 1}
      // Handled here, because Escape in the dialog above would otherwise close this one, too.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {title}: {detail}
        </Text>
        {onDay && hour && (
          <Button size="compact-sm" variant="default" onClick={() => onDay(hour.date)}>
            Show whole day
          </Button>
        )}
      </Group>
      <DataTable
        ariaLabel="Sessions"
        columns={columns}
        rows={events.toSorted(inOrder)}
        keyOf={({ id }) => id}
        emptyText="No Data Found"
      />
    </Dialog>
  )
}
