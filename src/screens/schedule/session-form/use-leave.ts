import { useLocation } from 'wouter'
import type { LocalDate } from '#domain/time.ts'
import { useCameFrom } from '#screens/came-from.ts'
import { useSession } from '#screens/provided.tsx'
import { onDate } from '../on-date.ts'

/** Leads back to where the session was opened from, or to the schedule if the user typed the URL. */
export const useLeave = () => {
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const cameFrom = useCameFrom()
  const schedule = isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'
  return {
    /** Without a change: the days that were on screen. */
    leave: (date?: LocalDate) => navigate(cameFrom ?? (date ? onDate(schedule, date) : schedule)),
    /** After saving: the day that was saved, with the view and filters of before. */
    leaveSaved: (date?: LocalDate) => navigate(date ? onDate(cameFrom ?? schedule, date) : (cameFrom ?? schedule)),
  }
}
