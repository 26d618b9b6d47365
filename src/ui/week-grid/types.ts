import type { ReactNode } from 'react'
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** One event of the grid. Dates and times are the organization's wall clock; the grid converts nothing. */
export interface WeekGridEvent {
  /** Unique within the grid. */
  id: string
  date: LocalDate
  start: LocalTime
  /** Later than `start`; '00:00' means midnight at the end of the day. */
  end: LocalTime
  title: string
  /** A second line, such as the school; also part of the accessible name. */
  detail?: string
  /** The event's status for screen readers, such as 'Approved'; also set as `data-status` for the owner's styles. */
  status?: string
  /** `#rgb` or `#rrggbb`; anything else gets the default color. Text is readable on all of them. */
  colour?: string
  /** Can't be opened, moved or resized and shows a not-allowed cursor, but can be focused and read. */
  disabled?: boolean
  /** Can be opened, but not moved or resized. */
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
  /** The grid's accessible name: 'Week of Sep 7, 2025'. */
  ariaLabel: string
  /** Any days in display order: one, a week, weekdays. */
  days: readonly LocalDate[]
  /** The first visible time. Default 07:00. */
  from?: LocalTime
  /** The last visible time; 23:59 means the end of the day. Default 23:59. */
  to?: LocalTime
  /** Height of a row in minutes. Default 15. */
  slotMinutes?: number
  /** Minutes between the time labels. Default 60. */
  labelMinutes?: number
  /** The step for selecting, moving and resizing, in minutes. Default `slotMinutes`. */
  snapMinutes?: number
  /** Events of other days are ignored; events outside the window are marked at its edge. */
  events: readonly E[]
  /**
   * The content of an event below its time: phrasing content without controls (the event is itself a button), hidden from
   * screen readers, which get the event's name. Return undefined for the default. Keep the function's identity stable
   * (module level or `useCallback`): a new one re-renders every column.
   */
  renderEvent?: (event: E) => ReactNode | undefined
  /** A day's header; `label` is its date as 'Tue, Mar 3, 2026'. Controls such as a checkbox go here. */
  renderDayHeader?: (date: LocalDate, label: string) => ReactNode
  /** A cell above each day's hours, for timesheet chips and buttons. Omit it to hide the row. */
  renderAllDay?: (date: LocalDate) => ReactNode
  /** The row's accessible name. Default 'All day'. */
  allDayLabel?: string
  /** Days on which nothing can be selected, moved or resized, such as approved days. Events can still be opened. */
  closedDays?: readonly LocalDate[]
  /** An event was opened by click, Enter or Space; never called for disabled events. */
  onEventOpen?: (event: E) => void
  /** A range was selected. Omit it to disable selection. */
  onRangeSelect?: (range: WeekGridRange) => void
  /** An event was moved or resized. The grid shows the new time once `events` has it. Omit it to disable changes. */
  onEventChange?: (change: WeekGridChange) => void
  /** Draws the current-time line and marks today's column. */
  now?: { date: LocalDate; time: LocalTime }
  /** Scrolled to the top on first render. Default: the first event's time, or the current time. */
  scrollTo?: LocalTime
  /** The CSS height beyond which the grid scrolls; 'none' lets the page scroll. Default: fills the window. */
  maxHeight?: string
}
