import { Button, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { useSession } from '#screens/provided.tsx'
import { CalendarNotices } from '#screens/schedule/calendar-notices.tsx'
import { CalendarToolbar } from '#screens/schedule/calendar-toolbar.tsx'
import { PrintMenu } from '#screens/schedule/print-menu.tsx'
import { useAddSession } from '#screens/schedule/use-add-session.tsx'
import { useCalendar } from '#screens/schedule/use-calendar.ts'
import { Birthdays } from './birthdays.tsx'
import { DayView } from './day-view.tsx'
import { NeedsYou } from './needs-you.tsx'
import { useConfirmDay } from './use-confirm-day.tsx'
import { useDayForms } from './use-day-forms.tsx'
import { OwnWeekStrip } from './week-strip.tsx'

const selectDate = ({ context }: CalendarSnapshot) => context.date

/** The provider's day (spec 2, section 2.3). */
export const ProviderHomeScreen = () => {
  const calendar = useCalendar('providerHome', 'daily')
  const { providerId } = useSession()
  const add = useAddSession(calendar)
  const date = useSelector(calendar, selectDate)
  const refresh = useCallback(() => calendar.send({ type: 'calendar.refresh' }), [calendar])
  const forms = useDayForms(refresh)
  const confirmation = useConfirmDay(calendar)
  return (
    <Stack gap="sm">
      <NeedsYou calendar={calendar} />
      <CalendarToolbar
        title="Home Page"
        calendar={calendar}
        actions={
          <>
            <PrintMenu calendar={calendar} />
            {providerId !== null && (
              <Button variant="default" onClick={() => forms.openNote({ providerId, date })}>
                Daily Note
              </Button>
            )}
            {confirmation.button}
            <Button onClick={() => add.open()}>+ Add Session</Button>
          </>
        }
      />
      <CalendarNotices calendar={calendar} />
      {add.unsaved}
      <OwnWeekStrip calendar={calendar} />
      <DayView calendar={calendar} actions={forms.actions} />
      <Birthdays />
      {add.panel}
      {forms.dialogs}
      {confirmation.dialog}
    </Stack>
  )
}
