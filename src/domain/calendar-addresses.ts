import type { LocalDate } from './time.ts'

/** The day of a session on the calendar, filtered by its provider for administrators; with the session open, if it is named. */
export const calendarAddressOf = (
  { date, providerId, occurrenceId }: { date: LocalDate; providerId: number; occurrenceId?: number },
  isAdministrator: boolean,
): string => {
  const query = new URLSearchParams({
    view: 'daily',
    date,
    ...(isAdministrator && { provider: String(providerId) }),
    ...(occurrenceId !== undefined && { session: String(occurrenceId) }),
  })
  return `${isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'}?${query}`
}

/** A day on a provider's own Home Page, where they confirm it and see why it was rejected. */
export const ownDayAddress = (date: LocalDate): string => `/?${new URLSearchParams({ date })}`
