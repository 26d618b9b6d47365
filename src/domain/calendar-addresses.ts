import type { LocalDate } from './time.ts'

/** The day of a session on the calendar, filtered by its provider for administrators. */
export const calendarAddressOf = (
  { date, providerId }: { date: LocalDate; providerId: number },
  isAdministrator: boolean,
): string => {
  const query = new URLSearchParams({ view: 'daily', date, ...(isAdministrator && { provider: String(providerId) }) })
  return `${isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'}?${query}`
}

/** A day on a provider's own Home Page, where they confirm it and see why it was rejected. */
export const ownDayAddress = (date: LocalDate): string => `/?${new URLSearchParams({ date })}`
