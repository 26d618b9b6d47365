import { Button, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { LocalTime } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { useSession } from '#screens/provided.tsx'
import { FoldedOnPhones } from '#ui/folded-on-phones/folded-on-phones.tsx'
import type { WeekGridRange } from '#ui/week-grid/types.ts'
import { CalendarFeedButton } from './calendar-feed-button.tsx'
import { CalendarFilterBar } from './calendar-filters.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarNotices } from './calendar-notices.tsx'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import styles from './manage-schedule.module.css'
import { PrintMenu } from './print-menu.tsx'
import type { CalendarActor } from './use-calendar.ts'
import { useEventDetails } from './use-event-details.tsx'
import { useSessionMove } from './use-session-move.tsx'
import { useTimesheets } from './use-timesheets.tsx'

const selectProvider = ({ context }: CalendarSnapshot) => context.filters.providerId

interface Props {
  readonly calendar: CalendarActor
  readonly onAdd: () => void
  readonly onRangeSelect: (range: WeekGridRange) => void
  /** Next to the grid if it fits, such as a small month. */
  readonly aside?: ReactNode
  /** Above the grid. */
  readonly notice?: ReactNode
  readonly title?: string
  readonly addLabel?: string
  /** False leaves the provider filter out. */
  readonly withProviderFilter?: boolean
  /** The hours shown; the hours that sessions may have by default. */
  readonly hours?: { readonly from: LocalTime; readonly to: LocalTime }
}

/** The calendar of Manage Schedule: 07:00 to 23:59 in 15-minute slots, with timesheets above (spec 2, section 2.4). */
export const ManageSchedule = ({
  calendar,
  onAdd,
  onRangeSelect,
  aside,
  notice,
  title = 'Manage Schedule',
  addLabel = '+ Add Session',
  withProviderFilter = true,
  hours,
}: Props) => {
  const { isAdministrator } = useSession()
  const details = useEventDetails(calendar, { editsInPanel: isAdministrator })
  const move = useSessionMove(calendar)
  const withProvider = useSelector(calendar, selectProvider) === undefined && isAdministrator
  const timesheets = useTimesheets(calendar, withProvider)
  return (
    <Stack gap="sm">
      <CalendarToolbar
        title={title}
        calendar={calendar}
        withViews
        actions={
          <>
            <PrintMenu calendar={calendar} />
            <CalendarFeedButton calendar={calendar} />
            <Button onClick={onAdd}>{addLabel}</Button>
          </>
        }
      />
      <CalendarFilterBar calendar={calendar} withProvider={withProviderFilter} withProviderArrows />
      <CalendarNotices calendar={calendar} />
      {notice}
      <div className={styles.body} data-with-aside={aside !== undefined}>
        {aside && (
          <aside className={styles.aside}>
            <FoldedOnPhones label="Month">{aside}</FoldedOnPhones>
          </aside>
        )}
        <div className={styles.calendar}>
          <CalendarGrid
            calendar={calendar}
            isForAllProviders={isAdministrator}
            colour="session"
            areApprovedClosed={false}
            areMovable
            placed={move.placed}
            {...hours}
            renderAllDay={timesheets.renderAllDay}
            onEventOpen={details.open}
            onEventChange={move.change}
            onRangeSelect={onRangeSelect}
          />
        </div>
      </div>
      {details.dialog}
      {timesheets.dialog}
      {move.dialogs}
    </Stack>
  )
}
