import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ComponentProps, useCallback, useMemo, useState } from 'react'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { DAY_STARTS, formatDayHeader, type LocalDate, type LocalTime, minutesOf } from '#domain/time.ts'
import { type CalendarSnapshot, selectIsFirstLoad, selectPlace } from '#machines/schedule/calendar.machine.ts'
import { daysShown } from '#machines/schedule/calendar-place.ts'
import { useNow } from '#screens/use-now.ts'
import { WeekGrid } from '#ui/week-grid/week-grid.tsx'
import styles from './calendar-grid.module.css'
import { CrowdedHourContent } from './crowded-hour-content.tsx'
import { CrowdedHourDialog } from './crowded-hour-dialog.tsx'
import { type CrowdedHour, foldCrowdedHours, type GridItem, hourOf, isCrowdedHour } from './crowded-hours.ts'
import { type GridEvent, type GridEventOptions, gridEventOf } from './grid-events.ts'
import { type TimeOffEvent, TimeOffOfDay, timeOffEventOf } from './time-off-on-calendar.tsx'
import type { CalendarActor } from './use-calendar.ts'
import { useLanesThatFit } from './use-lanes-that-fit.ts'

const NO_TIME_OFF: readonly TimeOffEntry[] = []

const selectView = ({ context }: CalendarSnapshot) => context.view
const selectWeekdaysOnly = ({ context }: CalendarSnapshot) => context.weekdaysOnly
const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectEvents = ({ context }: CalendarSnapshot) => context.data?.events
const selectTimeOff = ({ context }: CalendarSnapshot) => context.data?.timeOff ?? NO_TIME_OFF
const selectIsBusy = (snapshot: CalendarSnapshot) => snapshot.matches('loading')
const selectProvider = ({ context }: CalendarSnapshot) => context.filters.providerId

interface Props
  extends Omit<GridEventOptions, 'withProvider'>,
    Omit<
      ComponentProps<typeof WeekGrid<ShownItem>>,
      'ariaLabel' | 'days' | 'events' | 'now' | 'renderEvent' | 'onEventOpen'
    > {
  readonly calendar: CalendarActor
  readonly onEventOpen: (event: GridEvent) => void
  /** Whether the calendar can show several providers. */
  readonly isForAllProviders: boolean
}

type ShownItem = GridItem | TimeOffEvent

const DAY_MINUTES = 24 * 60

const renderEvent = (item: ShownItem) =>
  !('isTimeOff' in item) && isCrowdedHour(item) ? <CrowdedHourContent hour={item} /> : undefined

const hoursOf = (from: LocalTime, to: LocalTime | undefined) => ({
  from: minutesOf(from),
  to: to === undefined ? DAY_MINUTES : minutesOf(to),
})

/**
 * A calendar's sessions on the week grid; a skeleton until these days first load. Where too many sessions overlap to be
 * readable, one box stands for an hour and lists its sessions.
 */
export const CalendarGrid = ({
  calendar,
  isForAllProviders,
  colour,
  areApprovedClosed,
  areMovable = false,
  dayStatusOf,
  placed,
  onEventOpen,
  renderAllDay,
  from = DAY_STARTS,
  to,
  ...grid
}: Props) => {
  const view = useSelector(calendar, selectView)
  const date = useSelector(calendar, selectDate)
  const events = useSelector(calendar, selectEvents)
  const timeOff = useSelector(calendar, selectTimeOff)
  const isBusy = useSelector(calendar, selectIsBusy)
  const isFirstLoad = useSelector(calendar, selectIsFirstLoad)
  const withProvider = useSelector(calendar, selectProvider) === undefined && isForAllProviders
  const now = useNow()
  const weekdaysOnly = useSelector(calendar, selectWeekdaysOnly)
  const days = useMemo(() => daysShown({ view, date, weekdaysOnly }), [view, date, weekdaysOnly])
  const gridEvents = useMemo(
    () =>
      (events ?? []).map((event) =>
        gridEventOf(event, { colour, areApprovedClosed, areMovable, withProvider, dayStatusOf, placed }),
      ),
    [events, colour, areApprovedClosed, areMovable, withProvider, dayStatusOf, placed],
  )
  const { ref, lanes } = useLanesThatFit(days.length)
  const hours = useMemo(() => hoursOf(from, to), [from, to])
  const items = useMemo<readonly ShownItem[]>(() => {
    const folded = foldCrowdedHours(gridEvents, lanes, hours)
    return withProvider ? folded : [...timeOff.map(timeOffEventOf), ...folded]
  }, [gridEvents, timeOff, withProvider, lanes, hours])
  const areManyOff = withProvider && timeOff.length > 0
  const renderDay = useCallback(
    (day: LocalDate) => (
      <>
        {areManyOff && <TimeOffOfDay date={day} timeOff={timeOff} />}
        {renderAllDay?.(day)}
      </>
    ),
    [areManyOff, timeOff, renderAllDay],
  )
  // Keeps the sessions listed while the dialog closes.
  const [listed, setListed] = useState<CrowdedHour>()
  const [isListOpen, setIsListOpen] = useState(false)
  const open = useCallback(
    (item: ShownItem) => {
      if ('isTimeOff' in item) return
      if (!isCrowdedHour(item)) return onEventOpen(item)
      setListed(item)
      setIsListOpen(true)
    },
    [onEventOpen],
  )
  const listedEvents = useMemo(
    () => gridEvents.filter((event) => event.date === listed?.date && hourOf(event, hours) === listed.hour),
    [gridEvents, listed, hours],
  )
  const first = days[0] ?? date
  const openDay = (day: LocalDate) => {
    setIsListOpen(false)
    calendar.send({ type: 'place.visit', place: { ...selectPlace(calendar.getSnapshot()), view: 'daily', date: day } })
  }
  if (isFirstLoad) return <GridSkeleton columns={days.length} />
  return (
    <div className={styles.grid} aria-busy={isBusy} ref={ref}>
      <WeekGrid
        {...grid}
        from={from}
        {...(to !== undefined && { to })}
        ariaLabel={view === 'weekly' ? `Week of ${formatDayHeader(first)}` : formatDayHeader(first)}
        days={days}
        events={items}
        renderEvent={renderEvent}
        {...((areManyOff || renderAllDay) && { renderAllDay: renderDay })}
        onEventOpen={open}
        now={now}
      />
      <CrowdedHourDialog
        isOpen={isListOpen}
        hour={listed}
        events={listedEvents}
        onOpen={onEventOpen}
        onDay={view === 'weekly' ? openDay : undefined}
        onClose={() => setIsListOpen(false)}
      />
    </div>
  )
}

const ROWS = 9

/** The skeleton of a grid. */
const GridSkeleton = ({ columns }: { readonly columns: number }) => (
  <div className={styles.skeleton} role="status" aria-label="Loading...">
    <VisuallyHidden>Loading…</VisuallyHidden>
    {Array.from({ length: columns }, (_, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
      <div key={column} className={styles.skeletonColumn}>
        <Skeleton height={16} width="60%" />
        {Array.from({ length: ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <Skeleton key={row} height={34} visible={(row * 3 + column * 5) % 4 !== 0} />
        ))}
      </div>
    ))}
  </div>
)
