/** What a provider's day in the People view needs, and how to say it. */
import type { Person, PersonDay } from '#contract/people.ts'
import { countsAsApproved } from '#contract/schedule.ts'
import { isDayOver } from '#domain/day-over.ts'
import type { LocalDateTime } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { ProviderDay } from '#machines/schedule/week-approval.machine.ts'

/** By urgency. `ahead`: the day is not over. */
export const PERSON_DAY_STATUSES = [
  'waiting',
  'rejected',
  'correcting',
  'unconfirmed',
  'ready',
  'ahead',
  'approved',
  'locked',
] as const
export type PersonDayStatus = (typeof PERSON_DAY_STATUSES)[number]

/** What the days can be narrowed to: a status, or that something is odd about their hours. */
export const PERSON_DAY_FILTERS = [...PERSON_DAY_STATUSES, 'toLookAt'] as const
export type PersonDayFilter = (typeof PERSON_DAY_FILTERS)[number]

export const STATUS_LABELS: Readonly<Record<PersonDayStatus, string>> = {
  waiting: 'Change waiting',
  rejected: 'Rejected',
  correcting: 'Being corrected',
  unconfirmed: 'Unconfirmed',
  ready: 'Ready to approve',
  ahead: 'Not over',
  approved: 'Approved',
  locked: 'Locked',
}

export const FILTER_LABELS: Readonly<Record<PersonDayFilter, string>> = { ...STATUS_LABELS, toLookAt: 'To look at' }

export const personDayStatus = (day: PersonDay, now: LocalDateTime): PersonDayStatus => {
  if (day.approvedStatus === 'Locked') return 'locked'
  if (day.approvedStatus === 'Correcting') return 'correcting'
  if (countsAsApproved(day.isApproved)) return 'approved'
  if (day.changesCount > 0) return 'waiting'
  if (!isDayOver(day.date, day.lastEnd, now)) return 'ahead'
  if (day.approvedStatus === 'Rejected') return 'rejected'
  return day.openCount === 0 ? 'ready' : 'unconfirmed'
}

/** What the cell says next to the hours. */
export const statusInWords = (day: PersonDay, status: PersonDayStatus): string => {
  switch (status) {
    case 'waiting':
      return `${counted(day.changesCount, 'change')} waiting`
    case 'unconfirmed':
      return day.openCount === day.rowsCount ? 'Unconfirmed' : `${day.openCount} unconfirmed`
    case 'ready':
      return day.oddCount > 0 ? 'To look at' : 'Ready'
    default:
      return STATUS_LABELS[status]
  }
}

/** What a screen reader says between the hours and the status: 'hours, 5 sessions,'. */
export const sessionsInWords = ({ hours, sessionsCount }: PersonDay): string =>
  `${hours === 100 ? 'hour' : 'hours'}, ${counted(sessionsCount, 'session')},`

export const providerDayOf = (
  { providerId, providerName }: Pick<Person, 'providerId' | 'providerName'>,
  day: PersonDay,
  now: LocalDateTime,
): ProviderDay => ({
  providerId,
  providerName,
  date: day.date,
  occurrenceId: day.occurrenceId,
  lastEnd: day.lastEnd,
  // A corrected day is approved on its correction's page.
  isApproved: countsAsApproved(day.isApproved) || day.approvedStatus === 'Correcting',
  isOver: isDayOver(day.date, day.lastEnd, now),
})

/** Whether the day can be checked, to approve it or to reject it. */
export const isCheckable = (status: PersonDayStatus): boolean =>
  status === 'ready' || status === 'unconfirmed' || status === 'rejected' || status === 'waiting'

/** A provider's days with their statuses. */
export interface PersonRow extends Omit<Person, 'days'> {
  readonly days: readonly (PersonDay & { readonly status: PersonDayStatus })[]
}

export const peopleRows = (people: readonly Person[], now: LocalDateTime): PersonRow[] =>
  people.map((person) => ({
    ...person,
    days: person.days.map((day) => ({ ...day, status: personDayStatus(day, now) })),
  }))

/** A day whose hours are as scheduled, so that it needs no look before it is approved. */
export const isPlainReady = ({ status, oddCount }: PersonRow['days'][number]): boolean =>
  status === 'ready' && oddCount === 0

export const isFilteredBy = ({ status, oddCount }: PersonRow['days'][number], filter: PersonDayFilter): boolean =>
  filter === 'toLookAt' ? oddCount > 0 : status === filter

/** How many days each filter shows. */
export const countDays = (people: readonly PersonRow[]): Readonly<Record<PersonDayFilter, number>> => {
  const counts = {
    waiting: 0,
    rejected: 0,
    correcting: 0,
    unconfirmed: 0,
    ready: 0,
    ahead: 0,
    approved: 0,
    locked: 0,
    toLookAt: 0,
  }
  for (const { days } of people) {
    for (const { status, oddCount } of days) {
      counts[status] += 1
      if (oddCount > 0) counts.toLookAt += 1
    }
  }
  return counts
}
