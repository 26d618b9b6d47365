import type { ReactNode } from 'react'
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** One event of the grid. Dates and times are the organisation's wall clock; the grid converts nothing. */
export interface WeekGridEvent {
  /** Unique within the grid. */
  id: string
  date: LocalDate
  start: LocalTime
  /** Later than `start`; '00:00' means midnight at the end of the day. */
  end: LocalTime
  title: string
  /** A second line, such as the school; also read out. */
  detail?: string
  /** A word on the event's state that is read out, such as 'Approved'; in `data-status` too, for its owner's style sheet. */
  status?: string
  /** `#rgb` or `#rrggbb`; anything else gets the grid's own colour. Text is readable on any of them. */
  colour?: string
  /** Does not open, move or resize and shows a not-allowed cursor; it can still be focused and read. */
  disabled?: boolean
  /** Opens, but cannot be moved or resized. */
  fixed?: boolean
}

/** A span of time within one day. */
export interface WeekGridRange {
  date: LocalDate
  start: LocalTime
  end: LocalTime
}

export interface WeekGridChange extends WeekGridRange {
  id: string
}

export interface WeekGridProps<E extends WeekGridEvent = WeekGridEvent> {
  /** What the grid shows, for those who cannot see it: 'Week of Sep 7, 2025'. */
  ariaLabel: string
  /** Any set of days, in the order in which they are shown: one, a week, weekdays. */
  days: readonly LocalDate[]
  /** First moment shown. Default 07:00. */
  from?: LocalTime
  /** Last moment shown; 23:59 counts as the day's end. Default 23:59. */
  to?: LocalTime
  /** Height of a row in minutes. Default 15. */
  slotMinutes?: number
  /** Minutes between the labels at the left. Default 60. */
  labelMinutes?: number
  /** The step of selecting, moving and resizing, in minutes. Default `slotMinutes`. */
  snapMinutes?: number
  /** Events of other days are left out; events outside the window are shown at its edge with a mark. */
  events: readonly E[]
  /**
   * The inside of an event, below its time: phrasing content without controls of its own (the event is itself a button),
   * hidden from those who hear the event's name instead. Undefined draws it as usual. Keep the function's identity stable
   * (module level or `useCallback`): a new one renders every column again.
   */
  renderEvent?: (event: E) => ReactNode | undefined
  /** The head of a day; `label` is its date as 'Tue, Mar 3, 2026'. Controls such as a checkbox belong here. */
  renderDayHeader?: (date: LocalDate, label: string) => ReactNode
  /** A cell above each day's hours: timesheet chips, buttons. Without it there is no such row. */
  renderAllDay?: (date: LocalDate) => ReactNode
  /** Name of that row. Default 'All day'. */
  allDayLabel?: string
  /** Days on which nothing can be selected, moved or resized (approved days, for example). Events still open. */
  closedDays?: readonly LocalDate[]
  /** An event was clicked, or Enter or Space pressed on it; never a disabled one. */
  onEventOpen?: (event: E) => void
  /** A range was chosen by pointer, touch or keyboard. Without it nothing can be selected. */
  onRangeSelect?: (range: WeekGridRange) => void
  /** An event was moved or resized. The grid shows the new time once `events` has it. Without it nothing moves. */
  onEventChange?: (change: WeekGridChange) => void
  /** Draws the current-time line and marks today's column. */
  now?: { date: LocalDate; time: LocalTime }
  /** Brought to the top when the grid first appears. Default: the first event's time, or the current one. */
  scrollTo?: LocalTime
  /** CSS length at which the grid scrolls inside itself; 'none' lets the page scroll. Default: fills the window. */
  maxHeight?: string
}
