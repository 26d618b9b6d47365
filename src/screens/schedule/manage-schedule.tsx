import { Button, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Timesheet } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { useSession } from '#screens/provided.tsx'
import type { WeekGridRange } from '#ui/week-grid/types.ts'
import { CalendarFeedButton } from './calendar-feed-button.tsx'
import { CalendarFilterBar } from './calendar-filters.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarNotices } from './calendar-notices.tsx'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import styles from './manage-schedule.module.css'
import { TimesheetChips } from './timesheet-chips.tsx'
import type { CalendarActor } from './use-calendar.ts'
import { useEventDetails } from './use-event-details.tsx'
import { useSessionMove } from './use-session-move.tsx'

const selectTimesheets = ({ context }: CalendarSnapshot) => context.data?.timesheets
const selectProvider = ({ context }: CalendarSnapshot) => context.filters.providerId
const NONE: readonly Timesheet[] = []

const groupByDate = (timesheets: readonly Timesheet[]): ReadonlyMap<LocalDate, readonly Timesheet[]> => {
  const groups = new Map<LocalDate, Timesheet[]>()
  for (const timesheet of timesheets) groups.set(timesheet.date, [...(groups.get(timesheet.date) ?? []), timesheet])
  return groups
}

interface Props {
  readonly calendar: CalendarActor
  readonly onAdd: () => void
  readonly onRangeSelect: (range: WeekGridRange) => void
  /** Beside the grid where there is room, such as a small month. */
  readonly aside?: ReactNode
  /** Above the grid. */
  readonly notice?: ReactNode
}

/** The calendar of Manage Schedule: 07:00 to 23:59 in quarters of an hour, timesheets above (spec 2, section 2.4). */
export const ManageSchedule = ({ calendar, onAdd, onRangeSelect, aside, notice }: Props) => {
  const { isAdministrator } = useSession()
  const details = useEventDetails(calendar, isAdministrator)
  const move = useSessionMove(calendar)
  const timesheets = useSelector(calendar, selectTimesheets) ?? NONE
  const withProvider = useSelector(calendar, selectProvider) === undefined && isAdministrator
  const byDate = useMemo(() => groupByDate(timesheets), [timesheets])
  const renderAllDay = useCallback(
    (date: LocalDate) => <TimesheetChips timesheets={byDate.get(date) ?? NONE} withProvider={withProvider} />,
    [byDate, withProvider],
  )
  return (
    <Stack gap="sm">
      <CalendarToolbar
        title="Manage Schedule"
        calendar={calendar}
        withViews
        actions={
          <>
            <CalendarFeedButton calendar={calendar} />
            <Button onClick={onAdd}>+ Add Session</Button>
          </>
        }
      />
      <CalendarFilterBar calendar={calendar} withProviderArrows />
      <CalendarNotices calendar={calendar} />
      {notice}
      <div className={styles.body} data-with-aside={aside !== undefined}>
        {aside && <aside className={styles.aside}>{aside}</aside>}
        <div className={styles.calendar}>
          <CalendarGrid
            calendar={calendar}
            isForAllProviders={isAdministrator}
            colour="session"
            areApprovedClosed={false}
            areMovable
            placed={move.placed}
            renderAllDay={renderAllDay}
            onEventOpen={details.open}
            onEventChange={move.change}
            onRangeSelect={onRangeSelect}
          />
        </div>
      </div>
      {details.dialog}
      {move.dialogs}
    </Stack>
  )
}
