/** The approval status of each provider's day. */
import { type ApprovedDate, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'

export const DAY_STATUSES = ['unconfirmed', 'rejected', 'correcting', 'confirmed', 'approved', 'locked'] as const
export type DayStatus = (typeof DAY_STATUSES)[number]

export type StatusCounts = Readonly<Record<DayStatus, number>>

export const countStatuses = (statuses: readonly (DayStatus | undefined)[]): StatusCounts => {
  const counts = { unconfirmed: 0, rejected: 0, correcting: 0, confirmed: 0, approved: 0, locked: 0 }
  for (const status of statuses) if (status) counts[status] += 1
  return counts
}

/** '8 unconfirmed, 15 confirmed': only the days still to be approved. */
export const statusesInWords = (counts: StatusCounts): string =>
  DAY_STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${status}`)
    .join(', ')

export interface ProviderStatus {
  providerId: number
  providerName: string
  date: LocalDate
  status: DayStatus
}

export const statusOf = (day: ApprovedDate | undefined): DayStatus => {
  if (day === undefined) return 'unconfirmed'
  if (day.approvedStatus === 'Locked') return 'locked'
  if (day.approvedStatus === 'Rejected') return 'rejected'
  if (day.approvedStatus === 'Correcting') return 'correcting'
  if (countsAsApproved(day.isApproved)) return 'approved'
  return day.isConfirmed ? 'confirmed' : 'unconfirmed'
}

const keyOf = (providerId: number, date: LocalDate) => `${providerId} ${date}`

/** @returns a function that looks up the status of a session's day; build it once for many sessions */
export const dayStatusLookup = (approvedDates: readonly ApprovedDate[]) => {
  const stored = new Map(approvedDates.map((day) => [keyOf(day.providerId, day.approvedDate), statusOf(day)]))
  return ({ providerId, eventDate }: Pick<CalendarEvent, 'providerId' | 'eventDate'>): DayStatus =>
    stored.get(keyOf(providerId, eventDate)) ?? statusOf(undefined)
}

/** The provider-days of the sessions shown, by date, sorted by provider. */
export const dayStatusesOf = (
  events: readonly CalendarEvent[],
  approvedDates: readonly ApprovedDate[],
): ReadonlyMap<LocalDate, readonly ProviderStatus[]> => {
  const dayStatusOf = dayStatusLookup(approvedDates)
  const found = new Map<string, ProviderStatus>()
  for (const event of events) {
    const { providerId, providerName, eventDate: date } = event
    const key = keyOf(providerId, date)
    if (!found.has(key)) found.set(key, { providerId, providerName, date, status: dayStatusOf(event) })
  }
  const byDate = new Map<LocalDate, ProviderStatus[]>()
  for (const day of [...found.values()].sort((a, b) => a.providerName.localeCompare(b.providerName))) {
    byDate.set(day.date, [...(byDate.get(day.date) ?? []), day])
  }
  return byDate
}
