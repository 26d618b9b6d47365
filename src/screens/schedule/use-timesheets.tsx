import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import type { Timesheet } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { timesheetModalMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { TimesheetChips } from './timesheet-chips.tsx'
import { TimesheetDialog } from './timesheet-dialog.tsx'
import type { CalendarActor } from './use-calendar.ts'

const selectTimesheets = ({ context }: CalendarSnapshot) => context.data?.timesheets
const NONE: readonly Timesheet[] = []

const groupByDate = (timesheets: readonly Timesheet[]): ReadonlyMap<LocalDate, readonly Timesheet[]> => {
  const groups = new Map<LocalDate, Timesheet[]>()
  for (const timesheet of timesheets) groups.set(timesheet.date, [...(groups.get(timesheet.date) ?? []), timesheet])
  return groups
}

interface Timesheets {
  /** Renders the all-day cell of a day. */
  readonly renderAllDay: (date: LocalDate) => ReactNode
  /** Render it; empty while closed. */
  readonly dialog: ReactNode
}

/** The school timesheets in a calendar's all-day row. After a save, the calendar shows the server's response. */
export const useTimesheets = (calendar: CalendarActor, withProvider: boolean): Timesheets => {
  const modal = useActorRef(useProvided(timesheetModalMachine))
  const timesheets = useSelector(calendar, selectTimesheets) ?? NONE
  const refresh = useCallback(() => calendar.send({ type: 'calendar.refresh' }), [calendar])
  useEffect(() => {
    const { unsubscribe } = modal.on('timesheet.changed', ({ message, saved }) => {
      notifications.show({ message })
      calendar.send({ type: 'timesheet.replace', saved })
    })
    return unsubscribe
  }, [modal, calendar])
  const byDate = useMemo(() => groupByDate(timesheets), [timesheets])
  const renderAllDay = useCallback(
    (date: LocalDate) => (
      <TimesheetChips
        date={date}
        timesheets={byDate.get(date) ?? NONE}
        withProvider={withProvider}
        onAdd={(rows) => modal.send({ type: 'timesheet.add', rows })}
        onEdit={(timesheet) => modal.send({ type: 'timesheet.edit', timesheet })}
      />
    ),
    [byDate, withProvider, modal],
  )
  return { renderAllDay, dialog: <TimesheetDialog modal={modal} onRefused={refresh} /> }
}
