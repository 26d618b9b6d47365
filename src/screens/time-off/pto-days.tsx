import { ScrollArea, Skeleton, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { formatHours, hundredthsBetween } from '#domain/hours.ts'
import { formatDayHeader, formatTimeRange } from '#domain/time.ts'
import type { SpanDays, SpanRange } from '#domain/time-off-span.ts'
import { counted } from '#domain/words.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import classes from './pto-days.module.css'

interface Line {
  readonly date: string
  readonly when: string
  readonly hours: string
  readonly isLeftOut: boolean
}

/** Requested and left-out days, by date. */
const linesOf = ({ days, leftOut }: SpanDays): Line[] =>
  [
    ...days.map(({ requestedDate: date, startTime, endTime }) => ({
      date,
      when: formatTimeRange(startTime, endTime),
      hours: `${formatHours(hundredthsBetween(startTime, endTime))} h`,
      isLeftOut: false,
    })),
    ...leftOut.map(({ date, why }) => ({ date, when: `Left out: ${why}`, hours: '', isLeftOut: true })),
  ].sort((a, b) => a.date.localeCompare(b.date))

interface Props {
  /** Undefined until the dates and times are valid and the existing requests are known. */
  readonly shown: SpanDays | undefined
  readonly read: ActorRefFrom<DetailsMachine<SpanRange, TimeOffEntry[]>>
}

/** The days that a span requests, with their hours, and those that it leaves out, with the reason. */
export const PtoDays = ({ shown, read }: Props) => {
  const message = useSelector(read, ({ context }) => context.message)
  const isFailed = useSelector(read, (snapshot) => snapshot.hasTag('failed'))
  const isBusy = useSelector(read, (snapshot) => snapshot.hasTag('busy'))
  if (isFailed) {
    return (
      <FailedToRead
        message={message ?? 'Your other requests could not be loaded.'}
        onRetry={() => read.send({ type: 'details.retry' })}
      />
    )
  }
  if (isBusy) return <Skeleton height={120} role="status" aria-label="Loading..." />
  if (!shown) {
    return (
      <Text size="sm" c="dimmed">
        The days appear here once the dates and times are complete.
      </Text>
    )
  }
  const { length } = shown.days
  return (
    <section aria-label="Days">
      <Text size="sm" fw={600} aria-live="polite">
        {counted(length, 'day')} requested, {shown.leftOut.length} left out
      </Text>
      <ScrollArea.Autosize
        mah="30dvh"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'List of days' }}
      >
        <ul className={classes.days}>
          {linesOf(shown).map(({ date, when, hours, isLeftOut }) => (
            <li key={date} data-left-out={isLeftOut || undefined}>
              <span>{formatDayHeader(date)}</span> <span>{when}</span> <span className={classes.hours}>{hours}</span>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </section>
  )
}
