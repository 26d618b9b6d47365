/**
 * The words around a printed schedule, on paper from the browser and in the PDF alike. Paper hangs on walls: it names no
 * student, and neither what was searched for, which may be a student's name.
 */
import { daysBetween, formatDayHeader, type LocalDate } from './time.ts'

export interface Span {
  from: LocalDate
  /** Counts. */
  to: LocalDate
}

/** 'Week of Sun, Nov 7, 2027 to Sat, Nov 13, 2027', or the one day. */
export const printTitle = ({ from, to }: Span): string =>
  daysBetween(from, to) === 0 ? formatDayHeader(from) : `Week of ${formatDayHeader(from)} to ${formatDayHeader(to)}`

export const printFileName = ({ from, to }: Span): string =>
  `${daysBetween(from, to) === 0 ? 'day' : 'week-of'}-${from}.pdf`

export interface PrintedFilters {
  provider?: string | undefined
  school?: string | undefined
  isOfOneStudent: boolean
  isSearched: boolean
}

/** What the schedule was narrowed to; empty when it is whole. */
export const printedFilters = ({ provider, school, isOfOneStudent, isSearched }: PrintedFilters): string =>
  [
    provider !== undefined && `Provider: ${provider}`,
    school !== undefined && `School: ${school}`,
    isOfOneStudent && "One student's sessions",
    isSearched && 'Search results only',
  ]
    .filter((part) => part !== false)
    .join(' · ')
