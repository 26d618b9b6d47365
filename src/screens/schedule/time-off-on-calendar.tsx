/** Time off on the week grid: for one provider among their sessions, for several as a list above each day. */
import { Link } from 'wouter'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { formatTimeRange, type LocalDate } from '#domain/time.ts'
import type { WeekGridEvent } from '#ui/week-grid/types.ts'
import classes from './time-off-on-calendar.module.css'

export interface TimeOffEvent extends WeekGridEvent {
  readonly isTimeOff: true
}

/** Doesn't open; requests are changed on their own page. */
export const timeOffEventOf = ({ id, date, startTime, endTime, isPending }: TimeOffEntry): TimeOffEvent => ({
  isTimeOff: true,
  id: `time off ${id}`,
  date,
  start: startTime,
  end: endTime,
  title: isPending ? 'Time off (Pending)' : 'Time off',
  status: isPending ? 'Time off, pending' : 'Time off, accepted',
  disabled: true,
})

/** A day's time off, one entry per line. */
export const TimeOffList = ({
  entries,
  hrefOf,
  onFollow,
}: {
  readonly entries: readonly TimeOffEntry[]
  /** The link of an entry; without it, entries are plain text. */
  readonly hrefOf?: (entry: TimeOffEntry) => string
  readonly onFollow?: () => void
}) => (
  <ul className={classes.list}>
    {entries.map((entry) => {
      const { id, providerName, startTime, endTime, isPending } = entry
      const words = `${providerName}, ${formatTimeRange(startTime, endTime)}${isPending ? ' (Pending)' : ''}`
      return (
        <li key={id} data-pending={isPending}>
          {hrefOf ? (
            <Link href={hrefOf(entry)} onClick={onFollow}>
              {words}
            </Link>
          ) : (
            words
          )}
        </li>
      )
    })}
  </ul>
)

/** Entries shown before the list is expanded. */
const SHOWN_OPEN = 2

/** A day's time off; nothing if there is none. */
export const TimeOffOfDay = ({
  date,
  timeOff,
}: {
  readonly date: LocalDate
  readonly timeOff: readonly TimeOffEntry[]
}) => {
  const entries = timeOff.filter((entry) => entry.date === date)
  if (entries.length === 0) return null
  return (
    <details className={classes.day} open={entries.length <= SHOWN_OPEN}>
      <summary>{entries.length} off</summary>
      <TimeOffList entries={entries} />
    </details>
  )
}
