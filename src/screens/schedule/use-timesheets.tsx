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
  /** The all-day cell of a day. */
  readonly renderAllDay: (date: LocalDate) => ReactNode
  /** To be rendered; nothing while it is closed. */
  readonly dialog: ReactNode
}

/** The school timesheets of a calendar's all-day row, which reads itself anew when their hours were changed there. */
export const useTimesheets = (calendar: CalendarActor, withProvider: boolean): Timesheets => {
  const modal = useActorRef(useProvided(timesheetModalMachine))
  const timesheets = useSelector(calendar, selectTimesheets) ?? NONE
  useEffect(() => {
    const refresh = () => calendar.send({ type: 'calendar.refresh' })
    const listeners = [
      modal.on('timesheet.refused', refresh),
      modal.on('timesheet.changed', ({ message }) => {
        notifications.show({ message })
        refresh()
      }),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
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
  return { renderAllDay, dialog: <TimesheetDialog modal={modal} /> }
}
