import { ManageSchedule } from './manage-schedule.tsx'
import { useAddSession } from './use-add-session.tsx'
import { useCalendar } from './use-calendar.ts'

/** The hours of this calendar (spec 2, section 9). */
const HOURS = { from: '09:00', to: '19:00' } as const

/** Manage Schedules: Monday to Friday, 09:00 to 19:00; selecting a range opens Add Event (spec 2, section 2.4). */
export const ScheduleViewerScreen = () => {
  const calendar = useCalendar('manageSchedule', 'weekly', { weekdaysOnly: true })
  const add = useAddSession(calendar, { noun: 'Event', startsAt: HOURS.from })
  return (
    <>
      <ManageSchedule
        title="Manage Schedules"
        addLabel="+ Add Event"
        calendar={calendar}
        hours={HOURS}
        withProviderFilter={false}
        onAdd={() => add.open()}
        onRangeSelect={add.open}
        notice={add.unsaved}
      />
      {add.panel}
    </>
  )
}
