import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { useNow } from '#screens/use-now.ts'
import { MiniMonth } from '#ui/date-navigation/mini-month.tsx'
import type { WeekGridRange } from '#ui/week-grid/types.ts'
import { ManageSchedule } from './manage-schedule.tsx'
import { UnsavedSession } from './unsaved-session.tsx'
import { useCalendar } from './use-calendar.ts'

const selectDate = ({ context }: CalendarSnapshot) => context.date

/** The provider's calendar; selecting a slot opens the session form on a page (spec 2, section 2.4). */
export const ProviderScheduleScreen = () => {
  const [, navigate] = useLocation()
  const calendar = useCalendar('manageSchedule', 'weekly')
  const date = useSelector(calendar, selectDate)
  const { date: today } = useNow()
  const create = useCallback(
    (range?: WeekGridRange) =>
      navigate(`/create-schedule-provider${range === undefined ? '' : `?${new URLSearchParams({ ...range })}`}`),
    [navigate],
  )
  return (
    <ManageSchedule
      calendar={calendar}
      onAdd={() => create()}
      onRangeSelect={create}
      notice={<UnsavedSession onContinue={() => create()} />}
      aside={
        <MiniMonth
          date={date}
          today={today}
          onChoose={(chosen) => calendar.send({ type: 'date.choose', date: chosen })}
        />
      }
    />
  )
}
