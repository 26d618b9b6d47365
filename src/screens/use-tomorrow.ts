import { addDays, type LocalDate, localOf } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'

/** The first day that a change can be planned for, in the organization's time zone. */
export const useTomorrow = (): LocalDate => {
  const { timeZone } = useSession()
  return addDays(localOf(Date.now(), timeZone).date, 1)
}
