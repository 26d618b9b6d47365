import { type CSSProperties, memo, type ReactNode } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { type DayLayout, endOf, type Placed, percentOf, startOf, type Window } from './layout.ts'
import type { WeekGridEvent } from './types.ts'
import styles from './week-grid.module.css'
import { clockRange, clockStart, dayName, eventName } from './words.ts'

/** Events of up to this many minutes get one line, with time and title side by side. */
const ONE_LINE = 30

const COLOUR = /^#([\da-f]{3}|[\da-f]{6})$/i

interface DayColumnProps {
  day: number
  date: LocalDate
  layout: DayLayout<WeekGridEvent>
  window: Window
  closed: boolean
  renderEvent: ((event: WeekGridEvent) => ReactNode) | undefined
}

/**
 * How many lanes share the width, in steps that the style sheet knows. Whether horizontal text still fits depends on the
 * column's width, so the style sheet decides.
 */
const crowdOf = ({ span, lanes }: Placed<WeekGridEvent>) => [32, 16, 8, 4, 3, 2].find((step) => lanes / span >= step)

const placeOf = ({ event, top, bottom, lane, span, lanes }: Placed<WeekGridEvent>, window: Window) => {
  const right = 1 - (lane + span) / lanes
  const inset = [percentOf(top, window), right * 100, 100 - percentOf(bottom, window), (lane / lanes) * 100]
  const style: CSSProperties & { '--event-colour'?: string } = {
    inset: inset.map((part) => `${+part.toFixed(3)}%`).join(' '),
  }
  if (event.colour && COLOUR.test(event.colour)) style['--event-colour'] = event.colour
  return style
}

/** A single element for events without a second line: two thousand of them must stay cheap. */
const eventElement = (
  item: Placed<WeekGridEvent>,
  window: Window,
  renderEvent: ((event: WeekGridEvent) => ReactNode) | undefined,
) => {
  const { event } = item
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers lay out a button twice, which is slow for two thousand of them
    <div
      role="button"
      key={event.id}
      className={styles.event}
      style={placeOf(item, window)}
      tabIndex={-1}
      aria-label={eventName(item)}
      aria-disabled={event.disabled || undefined}
      data-event={event.id}
      data-time={clockRange(startOf(event), endOf(event), window)}
      data-start={clockStart(startOf(event), window)}
      data-status={event.status}
      data-short={item.bottom - item.top <= ONE_LINE || undefined}
      data-crowd={crowdOf(item)}
      data-before={item.before || undefined}
      data-after={item.after || undefined}
    >
      {renderEvent?.(event) ?? (event.detail ? <EventText event={event} /> : event.title)}
    </div>
  )
}

const EventText = ({ event }: { event: WeekGridEvent }) => (
  <>
    {`${event.title} `}
    <span className={styles.detail}>{event.detail}</span>
  </>
)

/** A day's events; re-renders only when that day changes. */
export const DayColumn = memo(({ day, date, layout, window, closed, renderEvent }: DayColumnProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are the events of a day
  <div
    role="group"
    className={styles.day}
    style={{ gridColumn: day + 2 }}
    aria-label={dayName(date, layout.placed.length)}
    data-day={date}
    data-closed={closed || undefined}
  >
    <div className={styles.lanes}>{layout.placed.map((item) => eventElement(item, window, renderEvent))}</div>
  </div>
))
