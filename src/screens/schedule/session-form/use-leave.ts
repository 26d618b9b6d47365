import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'
import type { LocalDate } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'

/** What a calendar leaves in the history: its own address. */
const cameFromSchema = z.object({ cameFrom: z.string().startsWith('/') })

/** The address that the session was opened from; undefined where its own was entered by hand. */
export const useCameFrom = (): string | undefined => cameFromSchema.safeParse(useHistoryState<unknown>()).data?.cameFrom

/** Back to where the session was opened from, as it was left; to the schedule where the address was entered by hand. */
export const useLeave = () => {
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const cameFrom = useCameFrom()
  const schedule = isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'
  return (date?: LocalDate) => navigate(cameFrom ?? (date ? `${schedule}?date=${date}` : schedule))
}

/** An address may hold anything. */
export const idOfAddress = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
