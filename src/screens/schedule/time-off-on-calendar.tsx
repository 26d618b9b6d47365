/** Time off on the week grid: of one provider beside their sessions, of many as a list above each day. */
import { Link } from 'wouter'
import type { TimeOffEntry } from '#contract/time-off.ts'
import { formatTimeRange, type LocalDate } from '#domain/time.ts'
import type { WeekGridEvent } from '#ui/week-grid/types.ts'
import classes from './time-off-on-calendar.module.css'

export interface TimeOffEvent extends WeekGridEvent {
  readonly isTimeOff: true
}

/** It does not open: it is changed where it was asked for. */
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

/** A day's time off, one a line. */
export const TimeOffList = ({
  entries,
  hrefOf,
  onFollow,
}: {
  readonly entries: readonly TimeOffEntry[]
  /** Where a line leads; without it, nowhere. */
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

/** So many are shown without being asked for. */
const SHOWN_OPEN = 2

/** Who is off on a day; nothing on a day when nobody is. */
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
