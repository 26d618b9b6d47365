import { Group, Popover, Skeleton, Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import type { Follows } from '#contract/follow.ts'
import { getTimeOff, type TimeOffEntry } from '#contract/time-off-calendar.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import {
  addMonths,
  endOfMonth,
  formatDayHeader,
  formatMonth,
  formatTimeRange,
  type LocalDate,
  startOfMonth,
  WEEKDAYS,
} from '#domain/time.ts'
import type { Ahead } from '#machines/common/page-machines.ts'
import type { ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import { TimeOffList } from '#screens/schedule/time-off-on-calendar.tsx'
import { useDetails } from '#screens/use-calls.ts'
import { useLive } from '#screens/use-live.ts'
import { useNow } from '#screens/use-now.ts'
import { StepButtons } from '#ui/date-navigation/step-buttons.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import classes from './off-calendar.module.css'
import { fold, type OffDay, weeksOf } from './off-month.ts'

interface LinkProps {
  /** Links to the list of one provider's requests on one day. */
  readonly hrefOf: (entry: TimeOffEntry) => string
  /** Called after a click on a link: the list is above the month, and may need to be scrolled to. */
  readonly onFollow?: () => void
}

const Entry = ({ entry, hrefOf, onFollow }: LinkProps & { readonly entry: TimeOffEntry }) => {
  const { providerName, startTime, endTime, totalHours, isPending } = entry
  return (
    <Link
      href={hrefOf(entry)}
      onClick={onFollow}
      className={classes.entry}
      data-pending={isPending || undefined}
      title={`${providerName}, ${formatTimeRange(startTime, endTime)}`}
    >
      <span className={classes.name}>{providerName}</span>
      <VisuallyHidden>, </VisuallyHidden>
      <span className={classes.hours}>{formatHours(hundredthsOf(totalHours))} h</span>
      {isPending && <VisuallyHidden> (Pending)</VisuallyHidden>}
    </Link>
  )
}

/** All time off of a day that has too much to show in its cell. */
const WholeDay = ({
  day: { date, entries },
  more,
  hrefOf,
  onFollow,
}: LinkProps & { readonly day: OffDay; more: number }) => {
  const [isOpen, setIsOpen] = useState(false)
  const follow = () => {
    setIsOpen(false)
    onFollow?.()
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" trapFocus returnFocus width={290}>
      <Popover.Target>
        <UnstyledButton className={classes.more} onClick={() => setIsOpen((before) => !before)}>
          +{more} more
          <VisuallyHidden> on {formatDayHeader(date)}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" fw={600} mb={4}>
          {formatDayHeader(date)}: {entries.length} off
        </Text>
        <div className={classes.whole}>
          <TimeOffList entries={entries} hrefOf={hrefOf} onFollow={follow} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const Day = ({ day, isToday, ...links }: LinkProps & { readonly day: OffDay; readonly isToday: boolean }) => {
  const { date, isWeekend, entries } = day
  const { shown, more } = fold(entries)
  return (
    // Explicit roles: on a phone, tables are displayed as blocks and lose theirs.
    <Table.Td
      role="cell"
      className={classes.day}
      data-weekend={isWeekend || undefined}
      data-empty={entries.length === 0 || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <time dateTime={date} className={classes.date}>
        <span aria-hidden className={classes.number}>
          {Number(date.slice(8))}
        </span>
        <span className={classes.full}>{formatDayHeader(date)}</span>
        {isToday && <span className={classes.today}>Today</span>}
      </time>
      {entries.length > 0 && (
        <ul className={classes.entries}>
          {shown.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} {...links} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <WholeDay day={day} more={more} {...links} />
            </li>
          )}
        </ul>
      )}
    </Table.Td>
  )
}

const Month = ({
  month,
  today,
  entries,
  ...links
}: LinkProps & {
  readonly month: LocalDate
  readonly today: LocalDate
  readonly entries: readonly TimeOffEntry[]
}) => (
  <>
    {entries.length === 0 && (
      <Text size="sm" c="dimmed">
        Nobody is off in {formatMonth(month)}.
      </Text>
    )}
    <Table unstyled role="table" className={classes.month}>
      <Table.Caption>Time off in {formatMonth(month)}</Table.Caption>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {WEEKDAYS.map((weekday) => (
            <Table.Th key={weekday} role="columnheader" scope="col">
              <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {weeksOf(month, entries).map((week) => (
          <Table.Tr
            key={week.find((day) => day !== undefined)?.date}
            role="row"
            data-empty={week.every((day) => !day?.entries.length) || undefined}
          >
            {week.map((day, weekday) =>
              day === undefined ? (
                <Table.Td key={WEEKDAYS[weekday]} role="cell" data-empty className={classes.outside} />
              ) : (
                <Day key={day.date} day={day} isToday={day.date === today} {...links} />
              ),
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </>
)

const Legend = () => (
  <Group gap="sm" className={classes.legend}>
    <span>
      <span aria-hidden className={classes.entry} /> Accepted
    </span>
    <span>
      <span aria-hidden className={classes.entry} data-pending /> Pending
    </span>
  </Group>
)

interface Props extends LinkProps {
  /** Its answers reload the month. */
  readonly review: ActorRefFrom<typeof ptoReviewMachine>
}

/** Loads a month, identified by its first day. */
const readMonth = callOf(getTimeOff, (fromDate: LocalDate) => ({ query: { fromDate, toDate: endOfMonth(fromDate) } }))

const changesOf = (month: LocalDate): Follows => [{ topic: 'timeOff', from: month, to: endOfMonth(month) }]

const monthsAround: Ahead<LocalDate> = {
  follows: (month) => [...changesOf(month), 'providers'],
  next: (month) => [addMonths(month, 1), addMonths(month, -1)],
}

/** Time off, a month at a time. */
export const OffCalendar = ({ review, ...links }: Props) => {
  const { date: today } = useNow()
  const calendar = useDetails(readMonth, monthsAround)
  const { subject, data, message } = useSelector(calendar, ({ context }) => context)
  const isFailed = useSelector(calendar, (snapshot) => snapshot.hasTag('failed'))
  const thisMonth = startOfMonth(today)
  const month = subject ?? thisMonth
  useLive(changesOf(month), () => calendar.send({ type: 'details.follow' }))
  const show = (which: LocalDate) => calendar.send({ type: 'details.open', subject: which })

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts on the current month once, even if the date changes later
  useEffect(() => {
    const look = () =>
      calendar.send({ type: 'details.open', subject: calendar.getSnapshot().context.subject ?? thisMonth })
    look()
    const { unsubscribe } = review.on('requests.answered', look)
    return unsubscribe
  }, [calendar, review])

  return (
    <Stack gap="xs" component="section" aria-label="Who is off">
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <StepButtons
            step="month"
            onToday={() => show(thisMonth)}
            onPrevious={() => show(addMonths(month, -1))}
            onNext={() => show(addMonths(month, 1))}
          />
          <Text fw={600} size="lg" aria-live="polite">
            {formatMonth(month)}
          </Text>
        </Group>
        <Legend />
      </Group>
      {isFailed ? (
        <FailedToRead
          message={message ?? "This month's time off could not be loaded."}
          onRetry={() => calendar.send({ type: 'details.retry' })}
        />
      ) : data === undefined ? (
        <div role="status" aria-label="Loading...">
          <VisuallyHidden>Loading…</VisuallyHidden>
          <Skeleton className={classes.outline} />
        </div>
      ) : (
        <Month month={month} today={today} entries={data} {...links} />
      )}
    </Stack>
  )
}
