import { Skeleton } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ComponentProps, useMemo } from 'react'
import { formatDayHeader } from '#domain/time.ts'
import { type CalendarSnapshot, selectIsFirstLoad } from '#machines/schedule/calendar.machine.ts'
import { daysShown } from '#machines/schedule/calendar-place.ts'
import { WeekGrid } from '#ui/week-grid/week-grid.tsx'
import styles from './calendar-grid.module.css'
import { type GridEvent, type GridEventOptions, gridEventOf } from './grid-events.ts'
import type { CalendarActor } from './use-calendar.ts'
import { useNow } from './use-now.ts'

const selectView = ({ context }: CalendarSnapshot) => context.view
const selectWeekdaysOnly = ({ context }: CalendarSnapshot) => context.weekdaysOnly
const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectEvents = ({ context }: CalendarSnapshot) => context.data?.events
const selectIsBusy = (snapshot: CalendarSnapshot) => snapshot.matches('loading')
const selectProvider = ({ context }: CalendarSnapshot) => context.filters.providerId

interface Props
  extends Omit<GridEventOptions, 'withProvider'>,
    Omit<ComponentProps<typeof WeekGrid<GridEvent>>, 'ariaLabel' | 'days' | 'events' | 'now'> {
  readonly calendar: CalendarActor
  /** Whether the sessions of several providers can be shown. */
  readonly isForAllProviders: boolean
}

/** The sessions of a calendar on the week grid; skeletons until the first answer for these days. */
export const CalendarGrid = ({
  calendar,
  isForAllProviders,
  colour,
  areApprovedClosed,
  areMovable = false,
  placed,
  ...grid
}: Props) => {
  const view = useSelector(calendar, selectView)
  const date = useSelector(calendar, selectDate)
  const events = useSelector(calendar, selectEvents)
  const isBusy = useSelector(calendar, selectIsBusy)
  const isFirstLoad = useSelector(calendar, selectIsFirstLoad)
  const withProvider = useSelector(calendar, selectProvider) === undefined && isForAllProviders
  const now = useNow()
  const weekdaysOnly = useSelector(calendar, selectWeekdaysOnly)
  const days = useMemo(() => daysShown({ view, date, weekdaysOnly }), [view, date, weekdaysOnly])
  const gridEvents = useMemo(
    () =>
      (events ?? []).map((event) =>
        gridEventOf(event, { colour, areApprovedClosed, areMovable, withProvider, placed }),
      ),
    [events, colour, areApprovedClosed, areMovable, withProvider, placed],
  )
  const first = days[0] ?? date
  if (isFirstLoad) return <GridSkeleton columns={days.length} />
  return (
    <div className={styles.grid} aria-busy={isBusy}>
      <WeekGrid
        {...grid}
        ariaLabel={view === 'weekly' ? `Week of ${formatDayHeader(first)}` : formatDayHeader(first)}
        days={days}
        events={gridEvents}
        now={now}
      />
    </div>
  )
}

const ROWS = 9

/** The outline of a grid. */
const GridSkeleton = ({ columns }: { readonly columns: number }) => (
  <div className={styles.skeleton} role="status" aria-label="Loading...">
    {Array.from({ length: columns }, (_, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
      <div key={column} className={styles.skeletonColumn}>
        <Skeleton height={16} width="60%" />
        {Array.from({ length: ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
          <Skeleton key={row} height={34} visible={(row * 3 + column * 5) % 4 !== 0} />
        ))}
      </div>
    ))}
  </div>
)
