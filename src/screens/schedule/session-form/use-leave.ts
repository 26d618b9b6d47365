import { useLocation } from 'wouter'
import type { LocalDate } from '#domain/time.ts'
import { useCameFrom } from '#screens/came-from.ts'
import { useSession } from '#screens/provided.tsx'

/** Leads back to where the session was opened from, or to the schedule if the user typed the URL. */
export const useLeave = () => {
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const cameFrom = useCameFrom()
  const schedule = isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'
  return (date?: LocalDate) => navigate(cameFrom ?? (date ? `${schedule}?date=${date}` : schedule))
}
