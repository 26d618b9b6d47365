import { formatDate, type LocalDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'

interface Day {
  readonly providerId: number
  readonly providerName: string
  readonly date: LocalDate
}

/** So many are listed one by one. */
const LISTED = 3

const datesOf = (days: readonly Day[]): string => {
  const dates = [...new Set(days.map(({ date }) => date))].sort()
  const ends = dates.length > LISTED ? [dates[0], dates.at(-1)] : dates
  return ends.map((date) => formatDate(date ?? '')).join(dates.length > LISTED ? '-' : ', ')
}

/** Providers' days: '2 days of Paul Provider, 06/11/2026, 06/12/2026', '70 days of 31 providers, 11/16/2026-11/20/2026' */
export const daysInWords = (days: readonly Day[]): string => {
  const names = [...new Map(days.map((day) => [day.providerId, day.providerName])).values()]
  const whose = names.length > LISTED ? `${names.length} providers` : names.join(', ')
  return `${counted(days.length, 'day')} of ${whose}, ${datesOf(days)}`
}
