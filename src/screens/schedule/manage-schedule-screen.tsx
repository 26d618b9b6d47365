import { ManageSchedule } from './manage-schedule.tsx'
import { useAddSession } from './use-add-session.tsx'
import { useCalendar } from './use-calendar.ts'

/** Manage Schedule, for administrators and providers; selecting a time range opens the form in a side panel. */
export const ManageScheduleScreen = () => {
  const calendar = useCalendar('manageSchedule', 'weekly')
  const add = useAddSession(calendar)
  return (
    <>
      <ManageSchedule calendar={calendar} onAdd={() => add.open()} onRangeSelect={add.open} notice={add.unsaved} />
      {add.panel}
    </>
  )
}
