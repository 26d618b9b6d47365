import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { ManageSchedule } from './manage-schedule.tsx'
import { useAddSession } from './use-add-session.tsx'
import { useCalendar } from './use-calendar.ts'

/** Manage Schedule in schedule-creator mode: the sessions that the signed-in user created (spec 2, section 2.1). */
export const ScheduleCreatorScreen = () => {
  const calendar = useCalendar('manageSchedule', 'weekly', { isCreator: true })
  const add = useAddSession(calendar)
  return (
    <>
      <ManageSchedule
        calendar={calendar}
        notice={
          <>
            {add.unsaved}
            <Text size="sm">
              Only the sessions that you created are shown.{' '}
              <Anchor component={Link} href="/schedule-event-viewer" underline="always">
                Show all sessions
              </Anchor>
            </Text>
          </>
        }
        onAdd={() => add.open()}
        onRangeSelect={add.open}
      />
      {add.panel}
    </>
  )
}
