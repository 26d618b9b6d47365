import { useLocation } from 'wouter'
import type { LocalDate } from '#domain/time.ts'
import { useCameFrom } from '#screens/came-from.ts'
import { useSession } from '#screens/provided.tsx'

/** Back to where the session was opened from, as it was left; to the schedule where the address was entered by hand. */
export const useLeave = () => {
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const cameFrom = useCameFrom()
  const schedule = isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'
  return (date?: LocalDate) => navigate(cameFrom ?? (date ? `${schedule}?date=${date}` : schedule))
}
