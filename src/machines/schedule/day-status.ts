/** How far each provider's day is on its way from held to approved, for those who approve. */
import { type ApprovedDate, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'

export const DAY_STATUSES = ['unconfirmed', 'confirmed', 'approved', 'locked'] as const
export type DayStatus = (typeof DAY_STATUSES)[number]

export interface ProviderStatus {
  providerId: number
  providerName: string
  date: LocalDate
  status: DayStatus
}

const statusOf = (day: ApprovedDate | undefined): DayStatus => {
  if (day === undefined) return 'unconfirmed'
  if (day.approvedStatus === 'Locked') return 'locked'
  if (countsAsApproved(day.isApproved)) return 'approved'
  return day.isConfirmed ? 'confirmed' : 'unconfirmed'
}

/** The provider-days of the sessions shown, by date, in order of provider. */
export const dayStatusesOf = (
  events: readonly CalendarEvent[],
  approvedDates: readonly ApprovedDate[],
): ReadonlyMap<LocalDate, readonly ProviderStatus[]> => {
  const keyOf = (providerId: number, date: LocalDate) => `${providerId} ${date}`
  const stored = new Map(approvedDates.map((day) => [keyOf(day.providerId, day.approvedDate), day]))
  const found = new Map<string, ProviderStatus>()
  for (const { providerId, providerName, eventDate: date } of events) {
    const key = keyOf(providerId, date)
    if (!found.has(key)) found.set(key, { providerId, providerName, date, status: statusOf(stored.get(key)) })
  }
  const byDate = new Map<LocalDate, ProviderStatus[]>()
  for (const day of [...found.values()].sort((a, b) => a.providerName.localeCompare(b.providerName))) {
    byDate.set(day.date, [...(byDate.get(day.date) ?? []), day])
  }
  return byDate
}
